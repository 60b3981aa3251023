# SPDX-License-Identifier: Apache-2.0
"""XSpace on the command line: TPUs are called so, and a log directory of TensorBoard opens as the run in it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, GENERATORS = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, GENERATORS)

import make_xspace  # noqa: E402

US = make_xspace.US


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120)


def write_tpu(path):
    """A host of four cores: modules and steps beside the work of each."""
    with open(path, "wb") as file:
        for core in range(4):
            plane = make_xspace.Plane(f"/device:TPU:{core}")
            if core > 0:  # old files do not tell the type
                make_xspace.plane_stat(plane, "device_type_string", "TPU v6 Lite")
            plane.line(2, "XLA Modules", 0, [plane.event("jit_step", 10 * US, 100 * US)])
            plane.line(3, "XLA Ops", 0, [plane.event(f"fusion.{i}", (10 + 20 * i) * US, 15 * US) for i in range(5)])
            plane.line(1, "Steps", 0, [plane.event("0", 10 * US, 100 * US, group_id=0)])
            plane.encode(1, file.write)


class XSpace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.tpu = os.path.join(cls.folder.name, "tpu.xplane.pb")
        write_tpu(cls.tpu)

    def make_run(self, logs, name):
        folder = os.path.join(self.folder.name, logs, "train", "plugins", "profile", name)
        os.makedirs(folder)
        for host in ("host0", "host1"):
            shutil.copy(self.tpu, os.path.join(folder, host + ".xplane.pb"))
        return folder

    def test_devices_of_a_tpu_are_called_so(self):
        text = run("info", self.tpu)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertNotIn("GPU", text.stdout)
        devices = json.loads(run("info", self.tpu, "--json").stdout)["devices"]
        self.assertEqual([d["kind"] for d in devices], ["TPU"] * 4)
        self.assertEqual([d["name"] for d in devices], ["TPU"] + ["TPU v6 Lite"] * 3)
        lines = json.loads(run("query", self.tpu, "select distinct name from track where kind <> 'device'", "--json").stdout)
        self.assertTrue({"XLA Modules", "XLA Ops", "Steps"} <= {row[0] if isinstance(row, list) else row["name"]
                                                               for row in lines["rows"]})

    def test_a_log_directory_opens_as_its_run(self):
        folder = self.make_run("one", "2026_11_28")
        logs = os.path.join(self.folder.name, "one")
        wanted = json.loads(run("stats", folder, "--json", "--report", "devices").stdout)
        for path in (logs, os.path.join(logs, "train"), os.path.join(logs, "train", "plugins", "profile")):
            got = run("stats", path, "--json", "--report", "devices")
            self.assertEqual(got.returncode, 0, got.stderr)
            self.assertEqual(json.loads(got.stdout), wanted)
        native = os.path.join(self.folder.name, "one.stepscope")
        self.assertEqual(run("convert", logs, "-o", native).returncode, 0)
        self.assertEqual(len(json.loads(run("info", native, "--json").stdout)["ranks"]), 2)

    def test_of_several_runs_none_is_guessed(self):
        runs = [self.make_run("two", name) for name in ("2026_11_27", "2026_11_28")]
        refused = run("info", os.path.join(self.folder.name, "two"))
        self.assertEqual(refused.returncode, 2)
        self.assertEqual(refused.stdout, "")
        for path in runs:
            self.assertIn(path, refused.stderr)


if __name__ == "__main__":
    unittest.main()
