# SPDX-License-Identifier: Apache-2.0
"""mcp with public clients from npm: test_mcp_npm.py STEPSCOPE CLI MAKE_TRACE.

Needs node and the packages @modelcontextprotocol/sdk, @modelcontextprotocol/client or both, in the folder that
STEPSCOPE_NODE_MODULES names, or installed globally:

    npm install --prefix /tmp/clients @modelcontextprotocol/sdk @modelcontextprotocol/client @modelcontextprotocol/inspector
    STEPSCOPE_NODE_MODULES=/tmp/clients/node_modules tests/run
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

STEPSCOPE, CLI, MAKE_TRACE = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def find_modules():
    """The folder with the clients, or why there is none."""
    if shutil.which("node") is None:
        return None, "there is no node"
    folders = [os.environ.get("STEPSCOPE_NODE_MODULES", "")]
    if not folders[0] and shutil.which("npm"):
        folders = [subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=False).stdout.strip()]
    for folder in folders:
        if folder and any(os.path.isdir(os.path.join(folder, "@modelcontextprotocol", name)) for name in ("sdk", "client")):
            return os.path.abspath(folder), None
    return None, f"no client of the Model Context Protocol in {folders[0] or 'STEPSCOPE_NODE_MODULES'}"


def check(client, told, program):
    tools = ["list", "info", "findings", "stats", "query", "compare"] + (["render"] if program == STEPSCOPE else [])
    assert told["server"] == "stepscope" and told["tools"] == tools, told
    assert told["info"] == told["stats"] == 6 and told["list"] == 1, told
    assert told["findings"] == "stepscope.check/1" and told["compare"] == "stepscope.compare/1", told
    assert told["query"] == [[1]] and told["refused"] is True and told["unknown"] == -32602, told
    assert program != STEPSCOPE or told["render"] == ["image/png", "PNG"], told
    assert client != "sdk" or (told["cancelled"] and told["after"] == [[2]]), told
    assert client != "auto" or told["version"] == "2026-07-28", told
    print(f"{client}, version {told.get('version') or 'of initialize'}: {len(tools)} tools")


def inspect(modules, program, folder):
    """The inspector's own command line, where it is there."""
    inspector = os.path.join(modules, ".bin", "mcp-inspector")
    if not os.path.exists(inspector):
        print("no inspector: left out")
        return
    result = subprocess.run([inspector, "--cli", program, "mcp", "--allow", folder, "--method", "tools/call", "--tool-name",
                             "info", "--tool-arg", "path=a.json"], capture_output=True, text=True, timeout=100, check=False)
    assert '"stepscope.info/1"' in result.stdout, (result.stdout, result.stderr)
    print("inspector: info")


def main():
    modules, why = find_modules()
    if modules is None:
        print(f"skipped: {why}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([MAKE_TRACE, "--steps", "6", "-o", os.path.join(folder, "a.json")], check=True, capture_output=True)
        for program in (STEPSCOPE, CLI):
            if not program:
                continue
            result = subprocess.run(["node", os.path.join(HERE, "npm_client.cjs"), modules, program, folder],
                                    capture_output=True, text=True, timeout=200, check=False)
            assert result.returncode == 0, result.stderr
            for client, told in json.loads(result.stdout).items():
                check(client, told, program)
            inspect(modules, program, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
