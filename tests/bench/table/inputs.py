# SPDX-License-Identifier: Apache-2.0
"""The files that the rows measure: each is made when it is first asked for, and put into the page cache."""

import gzip
import os
import shutil
import subprocess
import sys

import longer_xspace
import nsys_database
from measuring import run, warm

MILLION = 1000000
GENERATORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gen")


class Inputs:
    def __init__(self, build, folder, traces):
        """traces: the folder of real ones, or None."""
        self.build, self.folder, self.traces = build, folder, traces

    def program(self, name):
        path = os.path.join(self.build, name)
        if not os.path.exists(path):
            sys.exit(f"{path} is not built")
        return path

    def path(self, name):
        return os.path.join(self.folder, name)

    def real(self, name):
        """A real trace, or None."""
        path = os.path.join(self.traces or "/nowhere", name)
        return path if os.path.exists(path) else None

    def _made(self, name, make):
        path = self.path(name)
        if not os.path.exists(path):
            make(path + ".part")
            os.rename(path + ".part", path)
        warm(path)
        return path

    def json(self, events):
        return self._made(f"{events}.json", lambda path: run(
            self.program("tests/gen/make_trace"), "--events", str(events), "--stacks", "-o", path))

    def json_gz(self, events):
        def make(path):
            with open(self.json(events), "rb") as text, gzip.open(path, "wb", compresslevel=6) as file:
                shutil.copyfileobj(text, file, 1 << 22)

        return self._made(f"{events}.json.gz", make)

    def json_zst(self, events):
        return self._made(f"{events}.json.zst", lambda path: run("zstd", "-q", "-3", "-f", self.json(events), "-o", path))

    def native(self, events, run_of_job=None):
        noise = [] if run_of_job is None else ["--noise", str(run_of_job)]
        # The generator writes files of this name only.
        def make(path):
            run(self.program("tests/gen/make_profile"), "--events", str(events), "--stacks", *noise, "-o", path + ".stepscope")
            os.rename(path + ".stepscope", path)

        return self._made(f"{events}{'' if run_of_job is None else f'-{run_of_job}'}.stepscope", make)

    def archive(self, events):
        return self._made(f"{events}.archive", lambda path: run(
            self.program("app/stepscope-cli"), "convert", self.native(events), "--archive", "-o", path))

    def _script(self, name, script, *arguments, out_first=False):
        def make(path):
            command = [sys.executable, os.path.join(GENERATORS, script)]
            run(*command, path, *arguments) if out_first else run(*command, *arguments, path)

        return self._made(name, make)

    def perfetto(self):
        return self._script("perfetto.pftrace", "make_perfetto.py", "20000", out_first=True)

    def snapshot(self):
        return self._script("snapshot.pickle", "make_memory_snapshot.py", "--events", "500000")

    def rocprofv3(self):
        return self._script("rocprofv3.json", "make_rocm.py", "--steps", "4000", "rocprofv3")

    def nsys(self):
        """SQLite as Nsight Systems exports it."""
        return self._made("nsys.sqlite", nsys_database.write)

    def xspace(self):
        """A real one, its events 40 times one after the other, or None."""
        real = self.real("xplane/xprof__GPU-multi-worker__34.83.195.179_6003.xplane.pb")
        return real and self._made("xspace.xplane.pb", lambda path: longer_xspace.write(real, path, 40))
