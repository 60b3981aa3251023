# SPDX-License-Identifier: Apache-2.0
"""A client of the Model Context Protocol: starts `stepscope mcp` and talks to it, a message a line."""

import json
import os
import queue
import subprocess
import threading

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
ENDLESS = "with recursive a(x) as (select 1 union all select x + 1 from a) select count(*) from a"


def meta(version=MODERN):
    return {"io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}}


class Client:
    def __init__(self, program, *folders, options=(), version="2025-06-18", environment=None):
        self.process = subprocess.Popen([program, "mcp", "--allow", *folders, *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.n = 0
        if version is not None:
            self.version = self.ask("initialize", protocolVersion=version, capabilities={},
                                    clientInfo={"name": "test", "version": "1"})["result"]["protocolVersion"]
            self.notify("notifications/initialized")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def receive(self, timeout=30):
        line = self.lines.get(timeout=timeout)
        assert line is not None, f"the server ended: {self.process.wait()}"
        return json.loads(line)

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, **params):
        """Sends a request and returns its id."""
        self.n += 1
        self.send({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params})
        return self.n

    def ask(self, method, **params):
        number = self.begin(method, **params)
        answer = self.receive()
        assert answer["id"] == number and answer["jsonrpc"] == "2.0", answer
        return answer

    def call(self, tool, **arguments):
        """The result of a tool."""
        answer = self.ask("tools/call", name=tool, arguments=arguments)
        assert "result" in answer, answer
        return answer["result"]

    def give(self, tool, **arguments):
        """What a tool tells."""
        result = self.call(tool, **arguments)
        assert not result["isError"], result
        return json.loads(result["content"][0]["text"])

    def refuse(self, tool, **arguments):
        """The sentence with which a tool fails."""
        result = self.call(tool, **arguments)
        assert result["isError"], result
        return result["content"][0]["text"]

    def close(self):
        """Ends the input; returns the exit status."""
        if self.process.stdin.closed:
            return self.process.wait()
        self.process.stdin.close()
        status = self.process.wait(timeout=10)
        self.reader.join(10)
        self.process.stdout.close()
        self.errors = self.process.stderr.read().decode()
        self.process.stderr.close()
        return status
