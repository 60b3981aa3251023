# SPDX-License-Identifier: Apache-2.0
"""mcp: the protocol in all of its versions, and what each tool answers: test_mcp.py STEPSCOPE CLI MAKE_TRACE."""

import base64
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from mcp_client import ENDLESS, MODERN, VERSIONS, Client, meta

STEPSCOPE, CLI, MAKE_TRACE = (sys.argv.pop(1) for _ in range(3))
PROGRAMS = [program for program in (STEPSCOPE, CLI) if program]
TRACES = os.path.abspath(os.environ.get("STEPSCOPE_TRACES",
                                        os.path.join(os.environ["STEPSCOPE_SOURCE"], "..", "shared", "traces")))
TOOLS = ["list", "info", "findings", "stats", "query", "compare"]


def setUpModule():
    global FOLDER
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = os.path.realpath(folder.name)
    for name, more in (("a.json", []), ("b.json", ["--inject", "kernel-slower=30%"])):
        subprocess.run([MAKE_TRACE, "--steps", "12", *more, "-o", os.path.join(FOLDER, name)], check=True,
                       capture_output=True)


def verb(*arguments):
    result = subprocess.run([STEPSCOPE, *arguments, "--json"], capture_output=True, timeout=120, check=False)
    return json.loads(result.stdout)


class Case(unittest.TestCase):
    def start(self, *folders, program=CLI or STEPSCOPE, **options):
        client = Client(program, *(folders or (FOLDER,)), **options)
        self.addCleanup(client.close)
        return client


class Protocol(Case):
    def test_versions_are_negotiated(self):
        for version in VERSIONS:
            self.assertEqual(self.start(version=version).version, version)
        for unknown in ("1999-01-01", "2030-01-01", MODERN, "", "x" * 1000):
            self.assertEqual(self.start(version=unknown).version, VERSIONS[-1])

    def test_requests_before_initialize_are_refused_and_ping_is_not(self):
        client = self.start(version=None)
        self.assertEqual(client.ask("ping")["result"], {})
        self.assertEqual(client.ask("tools/list")["error"]["code"], -32600)
        self.assertEqual(client.ask("tools/call", name="list")["error"]["code"], -32600)
        self.assertEqual(client.ask("initialize")["error"]["code"], -32602)
        self.assertEqual(client.ask("initialize", protocolVersion=3)["error"]["code"], -32602)

    def test_each_version_gets_what_it_knows(self):
        for version in VERSIONS:
            client = self.start(version=version)
            tool = client.ask("tools/list")["result"]["tools"][0]
            self.assertEqual("title" in tool, version >= "2025-06-18", version)
            self.assertEqual("annotations" in tool, version >= "2025-03-26", version)
            result = client.call("info", path="a.json")
            self.assertEqual("structuredContent" in result, version >= "2025-06-18", version)
            self.assertNotIn("resultType", result)
            if "structuredContent" in result:
                self.assertEqual(result["structuredContent"], json.loads(result["content"][0]["text"]))

    def test_a_request_that_names_its_version_needs_no_initialize(self):
        client = self.start(version=None)
        found = client.ask("server/discover", _meta=meta())["result"]
        self.assertEqual((found["resultType"], found["supportedVersions"]), ("complete", [MODERN]))
        self.assertEqual(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "stepscope")
        self.assertIn("ttlMs", found)
        tools = client.ask("tools/list", _meta=meta())["result"]
        self.assertEqual((tools["resultType"], tools["cacheScope"]), ("complete", "public"))
        result = client.ask("tools/call", name="info", arguments={"path": "a.json"}, _meta=meta())["result"]
        self.assertEqual((result["resultType"], result["isError"]), ("complete", False))
        self.assertEqual(client.ask("ping", _meta=meta())["error"]["code"], -32601)
        self.assertEqual(client.ask("tools/list")["error"]["code"], -32600)

    def test_wrong_versions_of_requests_are_refused(self):
        client = self.start(version=None)
        for version in ("1900-01-01", "2025-11-25"):
            error = client.ask("tools/list", _meta=meta(version))["error"]
            self.assertEqual(error["code"], -32022)
            self.assertEqual(error["data"], {"supported": [MODERN], "requested": version})
        without = meta()
        del without["io.modelcontextprotocol/clientCapabilities"]
        self.assertEqual(client.ask("tools/list", _meta=without)["error"]["code"], -32602)
        self.assertEqual(client.ask("server/discover")["error"]["code"], -32602)
        self.assertEqual(client.ask("tools/list", _meta=3)["error"]["code"], -32602)

    def test_errors_have_the_codes_of_json_rpc(self):
        client = self.start()
        for sent, code, number in (
                (b'{"jsonrpc":"2.0","id":1,', -32700, None), (b"nonsense", -32700, None), (b'"\xff"', -32700, None),
                (b'{"jsonrpc":"2.0","id":1,"method":"ping",}', -32700, None),
                (b'{"jsonrpc":"2.0","id":1,"method":"ping"} {}', -32700, None), (b"3", -32600, None),
                (b'{"id":5,"method":"ping"}', -32600, 5), (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', -32600, 5),
                (b'{"jsonrpc":"2.0","id":"x","method":7}', -32600, "x"), (b'{"jsonrpc":"2.0","id":6}', -32600, 6),
                (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
                (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, None),
                (b'{"jsonrpc":"2.0","id":"' + b"x" * 1000 + b'","method":"ping"}', -32600, None),
                (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602, 1),
                (b'{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601, 1),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', -32602, 1),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602, 1),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}', -32602, 1),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":[]}}', -32602, 1)):
            client.send_bytes(sent + b"\n")
            answer = client.receive()
            self.assertEqual((answer["error"]["code"], answer["id"]), (code, number), sent)
            self.assertTrue(answer["error"]["message"].endswith("."), answer)

    def test_names_may_be_escaped_and_unknown_members_are_passed_over(self):
        client = self.start()
        client.send_bytes(b'{"jsonrpc":"2.0","extra":{"a":[1]},"\\u0069d":"\\u00e9","method":"p\\u0069ng"}\r\n\n')
        self.assertEqual(client.receive(), {"jsonrpc": "2.0", "id": "é", "result": {}})

    def test_notifications_and_answers_are_not_answered(self):
        client = self.start()
        for message in ({"method": "notifications/initialized"}, {"method": "notifications/other", "params": {"a": 1}},
                        {"method": "notifications/cancelled", "params": {"requestId": 99}},
                        {"method": "notifications/cancelled", "params": {"requestId": {}}},
                        {"method": "notifications/cancelled", "params": [1]}, {"id": 4, "result": {}},
                        {"id": 4, "error": {"code": 1, "message": ""}}):
            client.send({"jsonrpc": "2.0", **message})
        client.ask("ping")

    def test_batches_are_answered_by_versions_that_have_them(self):
        ping, note = {"jsonrpc": "2.0", "id": "p", "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"}
        call = {"jsonrpc": "2.0", "id": "c", "method": "tools/call",
                "params": {"name": "info", "arguments": {"path": "a.json"}}}
        for version in VERSIONS:
            client = self.start(version=version)
            client.send([ping, note, call, 3])
            answer = client.receive()
            if version >= "2025-06-18":
                self.assertEqual(answer["error"]["code"], -32600)
                continue
            by_id = {one["id"]: one for one in answer}
            self.assertEqual(sorted(by_id, key=str), [None, "c", "p"])
            self.assertFalse(by_id["c"]["result"]["isError"])
            self.assertEqual(by_id[None]["error"]["code"], -32600)
            client.send([note, note])
            for batch in ([], [ping] * 101, [{**ping, "method": "initialize"}]):
                client.send(batch)
                answer = client.receive()
                self.assertEqual((answer[0] if isinstance(answer, list) else answer)["error"]["code"], -32600)

    def test_it_ends_with_its_input(self):
        client = self.start()
        number = client.begin("tools/call", name="info", arguments={"path": "a.json"})
        self.assertEqual(client.close(), 0)
        self.assertEqual(json.loads(client.lines.get(timeout=1))["id"], number)
        client = self.start()
        client.begin("tools/call", name="query", arguments={"path": "a.json", "sql": ENDLESS})
        begin = time.monotonic()
        self.assertEqual(client.close(), 0)
        self.assertLess(time.monotonic() - begin, 6)

    def test_options_are_checked(self):
        for arguments in ([], ["--allow"], ["--allow", os.path.join(FOLDER, "no")],
                          ["--allow", os.path.join(FOLDER, "a.json")]):
            result = subprocess.run([CLI or STEPSCOPE, "mcp", *arguments], capture_output=True, timeout=30, check=False,
                                    stdin=subprocess.DEVNULL)
            self.assertEqual((result.returncode, result.stdout), (1, b""), arguments)
            self.assertTrue(result.stderr)


class Cancelling(Case):
    def test_a_cancelled_query_stops_and_is_not_answered(self):
        client = self.start()
        number = client.begin("tools/call", name="query", arguments={"path": "a.json", "sql": ENDLESS})
        time.sleep(0.3)
        self.assertEqual(client.ask("ping")["result"], {})
        begin = time.monotonic()
        client.notify("notifications/cancelled", requestId=number, reason="enough")
        self.assertEqual(client.give("query", path="a.json", sql="select 1")["rows"], [[1]])
        self.assertLess(time.monotonic() - begin, 5)

    def test_a_call_that_waits_can_be_cancelled(self):
        client = self.start()
        running = client.begin("tools/call", name="query", arguments={"path": "a.json", "sql": ENDLESS})
        waiting = client.begin("tools/call", name="info", arguments={"path": "a.json"})
        client.notify("notifications/cancelled", requestId=waiting)
        client.notify("notifications/cancelled", requestId=running)
        client.give("info", path="a.json")

    def test_in_a_batch_the_others_are_answered(self):
        client = self.start(version="2025-03-26")
        calls = [{"jsonrpc": "2.0", "id": number, "method": "tools/call",
                  "params": {"name": "query", "arguments": {"path": "a.json", "sql": sql}}}
                 for number, sql in (("one", ENDLESS), ("two", "select 2"))]
        client.send(calls)
        time.sleep(0.2)
        client.notify("notifications/cancelled", requestId="one")
        self.assertEqual([one["id"] for one in client.receive()], ["two"])

    def test_too_many_calls_are_refused(self):
        client = self.start()
        running = client.begin("tools/call", name="query", arguments={"path": "a.json", "sql": ENDLESS})
        time.sleep(0.2)
        others = [client.begin("tools/call", name="query", arguments={"path": "a.json", "sql": "select 1"})
                  for _ in range(70)]
        client.notify("notifications/cancelled", requestId=running)
        answers = {answer["id"]: answer["result"] for answer in (client.receive() for _ in others)}
        self.assertEqual(sorted(answers), others)
        refused = [answer for answer in answers.values() if answer["isError"]]
        self.assertEqual(len(refused), 6)
        self.assertIn("call again", refused[0]["content"][0]["text"])


class Tools(Case):
    def test_tools_are_described(self):
        for program in PROGRAMS:
            tools = self.start(program=program).ask("tools/list")["result"]["tools"]
            self.assertEqual([tool["name"] for tool in tools], TOOLS + (["render"] if program == STEPSCOPE else []))
            for tool in tools:
                schema = tool["inputSchema"]
                self.assertEqual((schema["type"], schema["additionalProperties"]), ("object", False))
                self.assertLessEqual(set(schema.get("required", [])), set(schema["properties"]))
                self.assertTrue(all(part["description"] for part in schema["properties"].values()))
                self.assertTrue(tool["annotations"]["readOnlyHint"])

    def test_figures_are_those_of_the_verbs(self):
        path = os.path.join(FOLDER, "a.json")
        for program in PROGRAMS:
            client = self.start(program=program)
            self.assertEqual(client.give("info", path=path), verb("info", path))
            self.assertEqual(client.give("findings", path=path), verb("check", "--findings", path))
            for arguments, options in (({"reports": ["summary", "idle"]}, ["--report=summary", "--report=idle"]),
                                       ({"step": 12}, ["--step=12"]), ({"step": "12", "rank": 0}, ["--step=12", "--rank=0"]),
                                       ({"window": "10ms..30ms"}, ["--window=10ms..30ms"]),
                                       ({"steps": r"ProfilerStep#(\d+)"}, [r"--steps=ProfilerStep#(\d+)"]),
                                       ({"reports": "idle", "launch_gap": "1ms"}, ["--report=idle", "--launch-gap=1ms"]),
                                       ({"reports": "critical_path", "what_if": "cudaLaunchKernel=-50%"},
                                        ["--report=critical_path", "--what-if=cudaLaunchKernel=-50%"]),
                                       ({"reports": "idle"}, ["--report=idle"])):
                self.assertEqual(client.give("stats", path=path, max_bytes=1000000, **arguments),
                                 verb("stats", path, *options), arguments)
            sql = "select category, count(*), sum(dur_ns) from slice group by 1"
            self.assertEqual(client.give("query", path=path, sql=sql), verb("query", path, sql))

    def test_real_traces_have_the_figures_of_the_verbs(self):
        folder = os.path.join(TRACES, "kineto")
        names = [name for name in sorted(os.listdir(folder)) if ".json" in name][:6] if os.path.isdir(folder) else []
        if not names:
            self.skipTest(f"no traces in {folder}")
        client = self.start(folder)
        for name in names:
            path = os.path.join(folder, name)
            self.assertEqual(client.give("stats", path=name, reports=["summary", "devices", "steps"], max_bytes=1000000),
                             verb("stats", path, "--report=summary", "--report=devices", "--report=steps"), name)
            self.assertEqual(client.give("info", path=name)["events"], verb("info", path)["events"], name)

    def test_list_tells_what_there_is(self):
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            os.makedirs(os.path.join(folder, "deep", "er"))
            os.link(os.path.join(FOLDER, "a.json"), os.path.join(folder, "deep", "er", "rank0.json"))
            with open(os.path.join(folder, "notes.json"), "w", encoding="utf-8") as file:
                file.write('{"no": "trace"}')
            client = self.start()
            found = {one["path"]: one for one in client.give("list")["profiles"]}
            self.assertEqual(found[FOLDER]["files"], 2)
            self.assertEqual(found[os.path.join(FOLDER, "a.json")]["format"], "kineto")
            self.assertIn(os.path.join(folder, "deep", "er", "rank0.json"), found)
            below = client.give("list", folder=os.path.join(folder, "deep"))
            self.assertEqual([one["path"] for one in below["profiles"]], [os.path.join(folder, "deep", "er", "rank0.json")])
            first = client.give("list", max_profiles=1)
            self.assertEqual((len(first["profiles"]), first["found"]), (1, len(found)))
            self.assertIn("max_profiles", first["notes"][0])
            # What is listed can be opened.
            client.give("info", path=below["profiles"][0]["path"])

    def test_query_has_limits(self):
        client = self.start()
        some = client.give("query", path="a.json", sql="select id from slice", max_rows=3)
        self.assertEqual(some["rows"], [[0], [1], [2]])
        self.assertIn("more rows than these 3", some["notes"][0])
        self.assertNotIn("notes", client.give("query", path="a.json", sql="select id from slice limit 3", max_rows=3))
        self.assertIn("stopped after 1 seconds",
                      client.refuse("query", path="a.json", sql=ENDLESS, max_seconds=1))
        self.assertIn("modified", client.refuse("query", path="a.json", sql="delete from slice"))
        self.assertIn("only read", client.refuse("query", path="a.json", sql="attach '/tmp/x' as y"))
        self.assertIn("no such table", client.refuse("query", path="a.json", sql="select * from nix"))
        large = client.give("query", path="a.json", sql="select hex(zeroblob(10000000))", max_bytes=2000)
        self.assertLess(len(json.dumps(large)), 4000)
        self.assertIn("cut", large["notes"][-1])
        scope = client.give("query", path="a.json", sql="select scope_begin_ns(), scope_end_ns()", window="1us..2us")
        self.assertEqual(scope["rows"], [[1000, 2000]])

    def test_compare_has_the_options_of_the_verb(self):
        a, b = os.path.join(FOLDER, "a.json"), os.path.join(FOLDER, "b.json")
        client = self.start()
        self.assertEqual(client.give("compare", paths=[a, b], max_bytes=1000000), verb("compare", a, b))
        self.assertEqual(client.give("compare", paths=["a.json"], step=[11, "median"], max_bytes=1000000),
                         verb("compare", a, "--step=11", "--step=median"))
        failed = client.give("compare", paths=[a, b], fail_if=["kernels > 1"])
        self.assertTrue(any(note.startswith("failed: ") for note in failed["notes"]), failed["notes"])
        self.assertIn("nonsense", client.refuse("compare", paths=[a, b], fail_if="nonsense > 3"))
        self.assertIn("1 to 8 paths", client.refuse("compare", paths=[a] * 9))

    def test_a_what_if_without_an_answer_says_so(self):
        client = self.start()
        self.assertIn("--report critical_path", client.refuse("stats", path="a.json", what_if="cudaLaunchKernel=-50%"))
        told = client.give("stats", path="a.json", reports="critical_path", what_if="not there=-50%", max_bytes=1000000)
        self.assertIn('has the name "not there"', told["notes"][0])

    def test_large_answers_are_cut_and_say_so(self):
        client = self.start()
        whole = client.give("stats", path="a.json", max_bytes=1000000)
        for size in (1000, 5000, 20000):
            cut = client.give("stats", path="a.json", max_bytes=size)
            text = json.dumps(cut, separators=(",", ":"), ensure_ascii=False)
            self.assertLess(len(text), size + 6000)
            self.assertIn("max_bytes", cut["notes"][0])
            self.assertEqual([key for key in cut if key != "notes"], list(whole))
            self.assertEqual(cut["summary"], whole["summary"])
            for key in ("kernels", "slices_by_name", "annotations"):
                if key in cut:
                    self.assertLessEqual(len(cut[key]), len(whole[key]))

    def test_wrong_arguments_are_answered_with_what_to_do(self):
        client = self.start()
        for tool, arguments, says in (
                ("info", {}, "missing"), ("info", {"path": 3}, "needs a string"), ("info", {"path": "a\0b"}, "NUL"),
                ("info", {"path": "a.json", "colour": 1}, "it has path, max_bytes"),
                ("stats", {"path": "a.json", "reports": ["summary", "nix"]}, "there are summary, devices"),
                ("stats", {"path": "a.json", "step": 1.5}, "integer"), ("stats", {"path": "a.json", "step": 10**30}, "integer"),
                ("stats", {"path": "a.json", "step": 999}, "There is no step 999"),
                ("stats", {"path": "a.json", "window": "x"}, "A..B"),
                ("stats", {"path": "a.json", "rank": 0}, "step"),
                ("stats", {"path": "a.json", "max_bytes": 1}, "from 1000 to 1000000"),
                ("stats", {"path": "a.json", "steps": "("}, ""),
                ("query", {"path": "a.json"}, "sql"), ("compare", {"paths": []}, "missing"),
                ("stats", {"path": "a.json", "reports": ["idle"] * 65}, "at most 64")):
            self.assertIn(says, client.refuse(tool, **arguments), (tool, arguments))
        # null is not given, and a number is a text where one is wanted.
        client.give("stats", path="a.json", reports="summary", window=None)

    def test_a_damaged_file_is_an_error_of_the_tool(self):
        path = os.path.join(FOLDER, "bad.json")
        with open(path, "wb") as file:
            file.write(b"\0\1nothing")
        self.addCleanup(os.remove, path)
        self.assertIn("bad.json", self.start().refuse("info", path=path))

    def test_a_profile_stays_open_until_it_changes(self):
        path = os.path.join(FOLDER, "changing.json")
        self.addCleanup(os.remove, path)
        client = self.start()
        for steps in (3, 5):
            subprocess.run([MAKE_TRACE, "--steps", str(steps), "-o", path], check=True, capture_output=True)
            for _ in range(2):
                self.assertEqual(client.give("info", path=path)["steps"], steps)

    def test_more_profiles_than_are_kept(self):
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            names = [f"{i}.json" for i in range(12)]
            for name in names:
                os.link(os.path.join(FOLDER, "a.json"), os.path.join(folder, name))
            client = self.start(folder)
            for name in names * 2:
                self.assertEqual(client.give("stats", path=name, reports="summary")["summary"]["steps"], 12)

    def test_a_folder_of_ranks_is_one_profile(self):
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            for i in range(2):
                subprocess.run([MAKE_TRACE, "--steps", "4", "--rank", str(i), "-o", os.path.join(folder, f"rank{i}.json")],
                               check=True, capture_output=True)
            self.assertEqual(len(self.start().give("info", path=folder)["ranks"]), 2)


class Cache(Case):
    def test_nothing_is_written_unless_the_cache_is_asked_for(self):
        for options, writes in (((), False), (("--cache",), True), (("--no-cache",), False)):
            with tempfile.TemporaryDirectory() as home:
                client = self.start(options=options, environment={"XDG_CACHE_HOME": home})
                client.give("stats", path="a.json", reports="summary")
                client.give("query", path="a.json", sql="select name from slice order by name, dur_ns")
                client.close()
                kept = [name for _, _, names in os.walk(home) for name in names if name.endswith(".stepscope")]
                self.assertEqual(len(kept), writes, options)


class Pictures(Case):
    def test_pictures_are_png_of_the_size(self):
        client = self.start(program=STEPSCOPE)
        for arguments in ({"paths": ["a.json"], "view": "timeline", "step": 12},
                          {"paths": ["a.json"], "view": "dashboard", "theme": "dark"},
                          {"paths": ["a.json", "b.json"], "view": "compare"},
                          {"paths": ["a.json", "b.json"], "view": "timelines", "window": "0..5ms"}):
            image = client.call("render", size="640x480", **arguments)["content"][0]
            self.assertEqual((image["type"], image["mimeType"]), ("image", "image/png"))
            data = base64.b64decode(image["data"])
            self.assertEqual(struct.unpack(">II", data[16:24]), (640, 480))
        path = os.path.join(FOLDER, "out.png")
        subprocess.run([STEPSCOPE, "render", os.path.join(FOLDER, "a.json"), "--view", "dashboard", "-o", path], check=True)
        image = client.call("render", paths=["a.json"], view="dashboard")["content"][0]
        with open(path, "rb") as file:
            self.assertEqual(base64.b64decode(image["data"]), file.read())
        os.remove(path)
        for size in ("5x5", "4097x100", "100", "1e3x100", "99999999999999999999x64", "640x480x3"):
            self.assertIn("WxH", client.refuse("render", paths=["a.json"], view="timeline", size=size))


if __name__ == "__main__":
    unittest.main()
