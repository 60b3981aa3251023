# SPDX-License-Identifier: Apache-2.0
"""mcp: whatever is sent, the server lives, answers each request once, and stays small: test_mcp_hostile.py PROGRAM MAKE_TRACE."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

from mcp_client import Client, meta

PROGRAM, MAKE_TRACE = sys.argv.pop(1), sys.argv.pop(1)
N_MUTATED = int(os.environ.get("STEPSCOPE_MCP_MUTATED", "6000"))
MESSAGE_BYTES_MAX = 1 << 20


def setUpModule():
    global FOLDER
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = os.path.realpath(folder.name)
    subprocess.run([MAKE_TRACE, "--steps", "2", "-o", os.path.join(FOLDER, "a.json")], check=True, capture_output=True)


def request(method, **params):
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


SEEDS = [json.dumps(message).encode() for message in (
    request("initialize", protocolVersion="2025-03-26", capabilities={"roots": {"listChanged": True}}),
    request("ping"), request("tools/list"), request("tools/list", _meta=meta()), request("server/discover", _meta=meta()),
    request("tools/call", name="list", arguments={"max_profiles": 3}),
    request("tools/call", name="info", arguments={"path": "a.json", "max_bytes": 1000}),
    request("tools/call", name="stats", arguments={"path": "a.json", "reports": ["summary", "idle"], "step": 10, "rank": 0}),
    request("tools/call", name="stats", arguments={"path": "a.json", "window": "1ms..2ms", "steps": "ProfilerStep#(.*)"}),
    request("tools/call", name="query", arguments={"path": "a.json", "sql": "select 'é', 1.5, null from step", "max_rows": 9,
                                                   "max_seconds": 1}),
    request("tools/call", name="compare", arguments={"paths": ["a.json", "a.json"], "fail_if": ["step.mean > +5%"]},
            _meta=meta()),
    request("tools/call", name="findings", arguments={"path": "../a.json", "step": "11"}),
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7, "reason": "x"}},
    [request("ping"), request("tools/call", name="info", arguments={"path": "a.json"}), 3],
)]

PIECES = [b"{", b"}", b"[", b"]", b'"', b"\\", b"\\u0000", b"\\ud800", b"\xff", b"\xc3", b",", b":", b"null", b"1e999", b"-",
          b"0" * 30, b"9" * 30, b"\0", b"\t", b"true", b'"id":8,', b'"a":' * 5, b"[" * 300, b"{\"a\":" * 300, b"%s%n",
          b"../" * 10, b"/proc/self/root/etc/passwd", b"\xe2\x80\xae", b"--help", b"-", b"x" * 3000]


def mutate(prng):
    data = bytearray(prng.choice(SEEDS))
    for _ in range(prng.choice((1, 1, 2, 4, 8))):
        at, n = prng.randrange(len(data) + 1), prng.choice((1, 1, 2, 5, 20))
        way = prng.randrange(5)
        if way == 0 and data:
            data[at % len(data)] = prng.randrange(256)
        elif way == 1:
            del data[at:at + n]
        elif way == 2:
            data[at:at] = prng.choice(PIECES)
        elif way == 3:
            data[at:at] = data[at:at + n] * prng.choice((1, 3))
        else:
            other = prng.choice(SEEDS)
            data[at:at + n] = other[at:at + 2 * n]
    return bytes(data).replace(b"\n", b" ")


def memory_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))


class Hostile(unittest.TestCase):
    def start(self, **options):
        client = Client(PROGRAM, FOLDER, **options)
        self.addCleanup(client.close)
        return client

    def test_mutated_messages(self):
        """Each request is answered once; what asks nothing is passed over."""
        prng = random.Random(20261129)
        client = self.start(version="2025-03-26")
        n_answers = 0
        for i in range(N_MUTATED):
            sent = mutate(prng)
            # Calls of tools run in their order: this one is answered after all before it.
            client.send_bytes(sent + b'\n{"jsonrpc":"2.0","id":"mark","method":"tools/call","params":{"name":"info"}}\n')
            try:
                asked = json.loads(sent)
            except ValueError:
                asked = None
            answers = []
            while not answers or answers[-1].get("id") != "mark":
                answer = client.receive()
                answers += answer if isinstance(answer, list) else [answer]
            for answer in answers:
                self.assertEqual("result" in answer, "error" not in answer, (sent, answer))
                self.assertEqual(answer["jsonrpc"], "2.0")
            is_request = isinstance(asked, dict) and isinstance(asked.get("id"), (int, str)) \
                and asked.get("jsonrpc") == "2.0" and isinstance(asked.get("method"), str) \
                and asked["method"] != "notifications/cancelled"
            if is_request and len(str(asked["id"])) < 200:
                self.assertEqual(len(answers), 2, (i, sent, answers))
            n_answers += len(answers) - 1
            self.assertIsNone(client.process.poll(), sent)
        self.assertGreater(n_answers, N_MUTATED // 2)
        self.assertEqual(client.close(), 0)
        self.assertNotIn("ERROR", client.errors)
        self.assertNotIn("CRITICAL", client.errors)

    def test_messages_of_any_size(self):
        client = self.start()
        for size, is_refused in ((MESSAGE_BYTES_MAX - 60, False), (MESSAGE_BYTES_MAX, True), (MESSAGE_BYTES_MAX * 40, True)):
            start = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"'
            client.send_bytes(start + b"x" * (size - len(start)) + b'"}}\n')
            answer = client.receive()
            self.assertEqual("error" in answer, is_refused, size)
        client.send_bytes(b"\n" * 100000 + b" \t\r\n")
        self.assertEqual(client.receive()["error"]["code"], -32700)
        self.assertEqual(client.ask("ping")["result"], {})
        self.assertLess(memory_bytes(client.process.pid), 100e6)

    def test_messages_of_any_depth(self):
        client = self.start()
        for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
            for depth, code in ((200, None), (300, -32700), (100000, -32700)):
                inner = opening * depth + b"1" + closing * depth
                client.send_bytes(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":' + inner + b"}}\n")
                self.assertEqual(client.receive().get("error", {}).get("code"), code, depth)

    def test_many_members_names_and_values(self):
        client = self.start()
        self.assertTrue(client.call("info", **{f"x{i}": i for i in range(50000)})["isError"])
        self.assertTrue(client.call("stats", path="a.json", reports=["idle"] * 50000)["isError"])
        self.assertTrue(client.call("compare", paths=["a.json"] * 64)["isError"])
        self.assertTrue(client.call("query", path="a.json", sql="select " + "1," * 200000 + "1")["isError"])
        self.assertTrue(client.call("query", path="a.json", sql="(" * 500000)["isError"])
        self.assertTrue(client.call("stats", path="a.json", steps="(a+)+" * 1000 + "$" * 100000)["isError"]
                        in (True, False))
        same = b",".join(b'"path":"a.json"' for _ in range(20000))
        client.send_bytes(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"info","arguments":{' + same
                          + b"}}}\n")
        self.assertFalse(client.receive()["result"]["isError"])

    def test_names_of_a_hostile_trace_stay_text(self):
        names = ["</script><b>", "\u202eevil\u2028\u0007", "a\"b\\c\n", "x" * 1000000, "\ud83d\ude00", "\0"]
        events = [{"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 10 * i, "dur": 9,
                   "args": {"device": 0, "stream": 7}} for i, name in enumerate(names)]
        path = os.path.join(FOLDER, "hostile.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": events}, file)
        self.addCleanup(os.remove, path)
        client = self.start()
        rows = client.give("query", path=path, sql="select name from slice order by ts_ns", max_bytes=1000)["rows"]
        self.assertEqual([row[0] for row in rows[:3]], names[:3])
        client.give("stats", path=path, max_bytes=1000)
        client.give("stats", path=path, max_bytes=1000000)

    def test_memory_does_not_grow(self):
        # ASan keeps what was freed, up to its quarantine: that is no growth of the server.
        client = self.start(environment={"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
                                                         ":thread_local_quarantine_size_kb=64"})
        for _ in range(20):
            client.give("stats", path="a.json")
        before = memory_bytes(client.process.pid)
        for i in range(300):
            client.give("stats", path="a.json", reports=["kernels", "summary"], max_bytes=1000 + i)
            client.give("query", path="a.json", sql="select * from slice", max_rows=1000)
            client.refuse("info", path=f"no{i}")
        self.assertLess(memory_bytes(client.process.pid), before + 20e6)

    def test_a_client_that_goes_away(self):
        with subprocess.Popen([PROGRAM, "mcp", "--allow", FOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdout.close()
            try:
                for _ in range(1000):
                    process.stdin.write(SEEDS[1] + b"\n")
                    process.stdin.flush()
            except BrokenPipeError:
                pass
            process.wait(timeout=10)
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass


if __name__ == "__main__":
    unittest.main()
