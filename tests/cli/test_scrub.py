# SPDX-License-Identifier: Apache-2.0
"""What `convert --scrub` writes holds none of the names that are to be replaced.

    test_scrub.py STEPSCOPE

Names are planted wherever a file can hold a text. They are looked for in the bytes of every form of the output, after all that
is compressed in it is unpacked; case does not matter.
"""

import gzip
import json
import os
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]

USERS = ["quentinblake", "marieluise"]
HOSTS = ["gpunode17.secretcorp.internal", "gpunode17", "secretcorp.internal", "10.47.11.219"]
PATHS = ["/mnt/hidden_bucket/run 7/weights", "/home/quentinblake/stealth_model", "stealth_model", "hidden_bucket", "pathlike_thing.py",
         "C:\\Users\\marieluise\\topsecret", "topsecret", "s3://privatebucket/x"]
ANNOTATIONS = ["forward of projectzeus", "projectzeus", "markofzorro", "asynczephyr", "uncatzorn"]
ARGUMENTS = ["valueofvulcan", "keyofkronos", "nestednemesis", "settingofsaturn", "shortval"]
WORDS = ["codenamehydra"]
MODULES = ["ModuleMedusa", "mylib::opofodin", "functionoffreya"]
KERNELS = ["kernelofkali"]
USUAL = USERS + HOSTS + PATHS + ANNOTATIONS + ARGUMENTS + WORDS
STEPS = 2
KEY_AT = 48  # trace/section/section.h


def slice_event(name, cat, ts, dur, tid=7, pid=100, **args):
    return {"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur, "args": args}


def root(rank):
    events = [
        {"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "args": {"name": "python /home/quentinblake/stealth_model/train.py"}},
        {"ph": "M", "name": "process_labels", "pid": 100, "tid": 0, "args": {"labels": "codenamehydra"}},
        {"ph": "M", "name": "thread_name", "pid": 100, "tid": 7, "args": {"name": "quentinblake@gpunode17"}},
        {"ph": "M", "name": "thread_name", "pid": 0, "tid": 20, "args": {"name": "stream of QuentinBlake"}},
        {"ph": "C", "name": "use of codenamehydra", "pid": 100, "tid": 0, "ts": 5, "args": {"quentinblake": 3, "b": 4.5}},
        {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "markofzorro", "pid": 100, "tid": 7, "ts": 6,
         "args": {"keyofkronos": "valueofvulcan", "Addr": 7}},
        {"ph": "b", "cat": "quentinblake", "name": "asynczephyr", "id": "quentinblake", "pid": 100, "tid": 7, "ts": 7},
        {"ph": "e", "cat": "quentinblake", "name": "asynczephyr", "id": "quentinblake", "pid": 100, "tid": 7, "ts": 9},
        {"ph": "s", "cat": "flow of codenamehydra", "name": "codenamehydra", "id": 5, "pid": 100, "tid": 7, "ts": 11},
        {"ph": "f", "bp": "e", "cat": "flow of codenamehydra", "name": "codenamehydra", "id": 5, "pid": 100, "tid": 8, "ts": 31},
        slice_event("uncatzorn", "quentinblake", 3, 1, pid="quentinblake", tid="gpunode17"),
        slice_event("on 10.47.11.219", "cuda_runtime", 2, 1, tid="tid s3://privatebucket/x/y"),
        slice_event("mylib::opofodin", "cpu_op", 30, 4, tid=8),
    ]
    for step in range(STEPS):
        at = 10 + 20 * step
        events += [
            slice_event(f"ProfilerStep#{step}", "user_annotation", at, 20),
            slice_event("forward of projectzeus", "user_annotation", at + 1, 9, keyofkronos="valueofvulcan"),
            slice_event("Optimizer.step#projectzeus.step", "user_annotation", at + 12, 2),
            slice_event("nn.Module: ModuleMedusa_0", "python_function", at + 1, 8,
                        **{"Python id": step, "Python module id": 1, "Module Hierarchy": "ModuleMedusa.pathlike_thing"}),
            slice_event("pathlike_thing.py(12): functionoffreya", "python_function", at + 2, 5),
            slice_event("aten::mm", "cpu_op", at + 3, 4,
                        **{"External id": 9 + step, "Input type": ["float", "float"], "Input Dims": [[4, 4], [4, 4]],
                           "Concrete Inputs": ["", "valueofvulcan", "[1, 2]"], "Call stack": "/home/quentinblake/stealth_model/a.py(3): f",
                           "nested": {"keyofkronos": ["nestednemesis", {"x": "/mnt/hidden_bucket/run 7/weights"}], "n": 3},
                           "short": "shortval", "user": "quentinblake", "escaped": "\u0071uentinblake",
                           "C:\\Users\\marieluise\\topsecret\\k": "C:\\Users\\marieluise\\topsecret"}),
            slice_event("cudaLaunchKernel", "cuda_runtime", at + 4, 1, correlation=50 + step, kernel="codenamehydra"),
            slice_event("void kernelofkali<codenamehydra>(float*)", "kernel", at + 6, 7, pid=0, tid=20, correlation=50 + step, device=0,
                        stream=20, grid=[1, 1, 1], block=[32, 1, 1], **{"made in": "/mnt/hidden_bucket/run 7/weights"}),
            slice_event("ncclDevKernel_AllReduce_Sum_f32_RING", "kernel", at + 14, 3, pid=0, tid=21, device=0, stream=21,
                        **{"Process Group Name": "group of projectzeus", "Collective name": "allreduce", "dtype": "Float"}),
            slice_event("forward of projectzeus", "gpu_user_annotation", at + 6, 8, pid=0, tid=20, device=0, stream=20),
        ]
    return {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100 of codenamehydra", "totalGlobalMem": 3}],
            "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2, "pg_config": [{"pg_name": "group of projectzeus"}]},
            "host_name": "gpunode17.secretcorp.internal", "username": "marieluise", "baseTimeNanoseconds": 1700000000000000000,
            "settingofsaturn": {"keyofkronos": "settingofsaturn", "list": ["/mnt/hidden_bucket/run 7/weights", 4]},
            "traceName": "/home/quentinblake/stealth_model/out.json", "INFO": ["[pid] opened /home/quentinblake/stealth_model/x\n"],
            "traceEvents": events}


def unpacked(path):
    """The bytes of a native file or archive, and of each of its sections."""
    with open(path, "rb") as file:
        data = file.read()
    parts = [data]
    if data[:2] == b"\x1f\x8b":
        parts.append(gzip.decompress(data))
    if data[:4] == b"\x89STP":
        table, n = struct.unpack_from("<QI", data, 24)
        for i in range(n):
            _, codec, at, stored, _, _ = struct.unpack_from("<IIQQQQ", data, table + 48 * i)
            if codec == 1 and stored > 0:
                parts.append(subprocess.run(["zstd", "-dc"], input=data[at:at + stored], capture_output=True, check=True).stdout)
    return b"\n".join(parts)


def convert(*arguments):
    return subprocess.run([PROGRAM, "convert", *arguments], capture_output=True, timeout=60, check=False)


def stats(path, *options):
    result = subprocess.run([PROGRAM, "stats", path, "--json", *options], capture_output=True, check=True, timeout=60)
    return json.loads(result.stdout)


def info(path):
    return json.loads(subprocess.run([PROGRAM, "info", path, "--json"], capture_output=True, check=True, timeout=60).stdout)


class Scrub(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        inner = os.path.join(self.folder, "home", "quentinblake", "hidden_bucket")
        os.makedirs(inner)
        self.sources = []
        for rank in range(2):
            path = os.path.join(inner, f"codenamehydra_rank{rank}.json")
            with open(path, "w", encoding="ascii") as file:
                json.dump(root(rank), file)
            self.sources.append(path)
        with open(os.path.join(inner, "notes of quentinblake.json"), "w", encoding="ascii") as file:
            file.write("{ no trace")
        self.directory = inner

    def out(self, name):
        return os.path.join(self.folder, name)

    def absent(self, path, names):
        data = unpacked(path).lower()
        for name in names:
            for text in {name, json.dumps(name)[1:-1]}:
                with self.subTest(name=name, path=os.path.basename(path)):
                    at = data.find(text.lower().encode())
                    self.assertEqual(at, -1, data[max(0, at - 60):at + 60])

    def present(self, path, names):
        data = unpacked(path).lower()
        for name in names:
            self.assertTrue(name.lower().encode() in data, f"{name} should have stayed")

    def run_all(self, names, *options):
        for source, forms in ((self.sources[0], {"native": (), "archive": ("--archive",), "chrome": ("--to", "chrome"), "chrome.gz": ("--to", "chrome")}),
                              (self.directory, {"ranks": (), "ranks_archive": ("--archive",)})):
            for form, form_options in forms.items():
                result = convert(source, "-o", self.out(form), *form_options, *options)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.absent(self.out(form), names)
                self.assertIn(b"Replaced: ", result.stderr)
                self.assertIn(b"Left: ", result.stderr)
                for name in names:
                    self.assertFalse(name.encode() in result.stderr, result.stderr)

    def test_nothing_planted_is_left(self):
        self.assertGreaterEqual(len(USUAL), 20)
        self.assertEqual(convert(self.sources[0], "-o", self.out("plain")).returncode, 0)
        self.present(self.out("plain"), USERS + WORDS + ["projectzeus", "kernelofkali", "gpunode17.secretcorp.internal"])
        self.run_all(USUAL, "--scrub", "--scrub-word", "codenamehydra")

    def test_all_is_all(self):
        self.run_all(USUAL + MODULES + KERNELS, "--scrub=all", "--scrub-word", "codenamehydra")

    def test_a_part_is_scrubbed(self):
        result = convert(self.sources[0], "-o", self.out("part.json"), "--to", "chrome", "--step", "1", "--scrub=all",
                         "--scrub-word", "codenamehydra")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.absent(self.out("part.json"), USUAL + MODULES + KERNELS)
        with open(self.out("part.json"), "rb") as file:
            json.loads(file.read().decode("utf-8"))

    def test_choices(self):
        for what, gone, stays in (("paths", ["stealth_model", "hidden_bucket"], ["projectzeus", "valueofvulcan", "gpunode17"]),
                                  ("user", USERS, ["stealth_model", "projectzeus", "gpunode17"]),
                                  ("host", HOSTS, ["stealth_model", "projectzeus"]),
                                  ("annotations", ["forward of projectzeus", "markofzorro", "asynczephyr", "uncatzorn"],
                                   ["valueofvulcan", "stealth_model", "functionoffreya"]),
                                  ("arguments", ARGUMENTS, ["forward of projectzeus", "functionoffreya"]),
                                  ("modules", ["functionoffreya", "opofodin"], ["forward of projectzeus", "kernelofkali"]),
                                  ("kernels", KERNELS, ["forward of projectzeus", "functionoffreya"]),
                                  ("paths,user", ["stealth_model", "quentinblake"], ["projectzeus"])):
            with self.subTest(what=what):
                result = convert(self.sources[0], "-o", self.out("x"), f"--scrub={what}")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.absent(self.out("x"), gone)
                self.present(self.out("x"), stays)

    def test_figures_stay(self):
        self.assertEqual(convert(self.sources[0], "-o", self.out("x"), "--scrub").returncode, 0)
        self.assertEqual(info(self.sources[0])["events"]["total"], info(self.out("x"))["events"]["total"])
        whole, scrubbed = stats(self.sources[0]), stats(self.out("x"))
        for stats_of in (whole, scrubbed):
            for device in stats_of["devices"]:
                del device["node"], device["name"]
        for report in ("summary", "devices", "steps", "launches", "memory", "utilization"):
            self.assertEqual(whole[report], scrubbed[report])
        for a, b in zip(whole["kernels"], scrubbed["kernels"]):
            self.assertEqual({**a, "name": ""}, {**b, "name": ""})
        self.assertEqual([row["total_ns"] for row in whole["annotations"]], [row["total_ns"] for row in scrubbed["annotations"]])
        self.assertEqual(convert(self.sources[0], "-o", self.out("x"), "--scrub=all").returncode, 0)
        self.assertEqual(whole["devices"][0]["communication_ns"], stats(self.out("x"))["devices"][0]["communication_ns"])

    def test_a_name_has_one_pseudonym(self):
        key, other = self.out("key"), self.out("other")
        for path, text in ((key, "0123456789abcdef"), (other, "another key of enough bytes")):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)

        def annotations(rank, *options):
            self.assertEqual(convert(self.sources[rank], "-o", self.out("x"), "--scrub", *options).returncode, 0)
            return sorted(row["name"] for row in stats(self.out("x"))["annotations"])

        counted, keyed = annotations(0), annotations(0, "--scrub-key", key)
        self.assertEqual(counted, annotations(0))
        self.assertIn("annotation-1", counted)
        self.assertEqual(keyed, annotations(1, "--scrub-key", key))
        self.assertNotEqual(keyed, annotations(0, "--scrub-key", other))
        # The host's and the GPU's are one name.
        self.assertEqual(convert(self.sources[0], "-o", self.out("db"), "--to", "sqlite", "--scrub").returncode, 0)
        database = sqlite3.connect(self.out("db"))
        rows = database.execute("select distinct name from slice where category in ('user_annotation', 'gpu_user_annotation')"
                                " and name like 'annotation-%'").fetchall()
        database.close()
        self.assertEqual(len(rows), 1, rows)

    def test_the_list_has_all_that_is_left(self):
        result = convert(self.sources[0], "--scrub-list", "--scrub", "--scrub-word", "codenamehydra")
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.decode().splitlines()
        self.assertIn("operators: mylib::opofodin", lines)
        self.assertIn("annotations: ProfilerStep#0", lines)
        self.assertTrue(any(line.startswith("kernels: void kernelofkali<word-") for line in lines), lines)
        for name in USUAL:
            self.assertFalse(name.lower() in result.stdout.decode().lower(), name)

    def test_two_copies_are_two_profiles(self):
        key = self.out("key")
        with open(key, "w", encoding="ascii") as file:
            file.write("0123456789abcdef")

        def header_key(name, *options):
            self.assertEqual(convert(self.sources[0], "-o", self.out(name), *options).returncode, 0)
            with open(self.out(name), "rb") as file:
                return file.read(4096)[KEY_AT:KEY_AT + 16]

        keys = [header_key(f"{i}", *options) for i, options in enumerate(((), ("--scrub", "--scrub-key", key), ("--scrub", "--scrub-key", key),
                                                                          ("--step", "1", "--scrub"), ("--step", "1")))]
        self.assertEqual(len(set(keys)), len(keys))
        self.assertEqual(header_key("again", "--step", "1"), keys[-1])

    def test_profiles_made_of_summaries_are_refused(self):
        for rank in range(2):
            subprocess.run([PROGRAM, "summarize", self.sources[rank], "-o", self.out(f"{rank}.summary")], check=True, capture_output=True, timeout=60)
        job = self.out("job.stepscope")
        subprocess.run([PROGRAM, "merge", self.out("0.summary"), self.out("1.summary"), "-o", job], check=True, capture_output=True, timeout=60)
        for options in (["--scrub"], ["--step", "1"], ["--scrub", "--archive"], ["--archive"], ["--to", "chrome"], ["--scrub", "--to", "chrome"],
                        ["--scrub", "--to", "sqlite"], ["--with", self.sources[0]]):
            with self.subTest(options=options):
                result = convert(job, "-o", self.out("never"), *options)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(b"made of summaries", result.stderr)
                self.assertFalse(os.path.exists(self.out("never")))

    def test_what_does_not_fit_is_named(self):
        native = self.out("a.stepscope")
        self.assertEqual(convert(self.sources[0], "-o", native).returncode, 0)
        out = self.out("a")  # its name is the begin of the source's
        for options in ((), ("--scrub",), ("--step", "1"), ("--archive",), ("--to", "chrome"), ("--scrub", "--to", "chrome")):
            with self.subTest(options=options):
                result = subprocess.run([PROGRAM, "convert", native, "-o", out, *options], capture_output=True, timeout=60, check=False,
                                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
                self.assertEqual(result.returncode, 5, result.stderr)
                self.assertTrue(f": \"{out}\" could not" in result.stderr.decode() or f": {out}: " in result.stderr.decode(), result.stderr)
                self.assertFalse(os.path.exists(out))

    def scrubbed(self, events, *options, **top):
        """The bytes and the list of a profile with these events beside a step."""
        source, out = self.out("own.json"), self.out("own")
        with open(source, "w", encoding="ascii") as file:
            json.dump({"traceEvents": [slice_event("ProfilerStep#0", "user_annotation", 10, 90), *events], **top}, file)
        result = convert(source, "-o", out, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        listed = convert(source, "--scrub-list", *options)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        return out, listed.stdout.decode().splitlines()

    def test_paths_have_blanks(self):
        out, _ = self.scrubbed([
            slice_event("/Users/Marie Luise/Secret Projekt/train.py(12): f", "python_function", 11, 2),
            slice_event("C:\\Users\\bob\\Dropbox (Umbrellacorp)\\x.py(3): g", "python_function", 14, 2),
            slice_event("w", "cuda_runtime", 17, 1, tid=8),
            {"ph": "M", "name": "thread_name", "pid": 100, "tid": 8,
             "args": {"name": "/Users/Marie Luise/Dropbox (SecretCorp)/train.py of Marie Luise"}}], "--scrub")
        self.absent(out, ["Marie", "Luise", "Secret", "Projekt", "Umbrellacorp", "bob", "Dropbox", "x.py"])
        self.present(out, [".py(12): f", ".py(3): g"])

    def test_users_are_found_before_more_text(self):
        out, _ = self.scrubbed([
            slice_event("train --data /home/quentin --user quentin", "user_annotation", 11, 2),
            slice_event("by quentin", "cuda_runtime", 14, 1), slice_event("for Marie Luise", "cuda_runtime", 16, 1),
            slice_event("ls /Users/Marie Luise/x", "cuda_runtime", 18, 1)], "--scrub=user")
        self.absent(out, ["quentin", "Luise"])

    def test_users_do_not_change_public_names(self):
        out, _ = self.scrubbed([
            slice_event("/home/norm/x.py(1): f", "python_function", 11, 2), slice_event("aten::layer_norm", "cpu_op", 14, 1),
            slice_event("normalize", "cpu_op", 16, 1), slice_event("norm (x)", "cpu_op", 18, 1)], "--scrub")
        self.present(out, ["aten::layer_norm", "normalize", "user-1 (x)"])

    def test_words_stand_anywhere(self):
        out, _ = self.scrubbed([
            slice_event("M\u00dcLLER's", "cuda_runtime", 11, 1, badge=4815162342, list=[1, -4815162342.5, True]),
            slice_event("in /mnt/x/run 7/weights", "cuda_runtime", 13, 1), slice_event("aten::hydra", "cpu_op", 15, 1)],
            "--scrub", "--scrub-word", "4815162342", "--scrub-word", "run 7", "--scrub-word", "m\u00fcller", "--scrub-word", "Hydra")
        self.absent(out, ["4815162342", "7/weights", "weights", "M\u00dcLLER", "m\u00fcller", "hydra"])
        self.assertEqual(convert(out, "-o", self.out("own.json"), "--to", "chrome").returncode, 0)
        with open(self.out("own.json"), "rb") as file:
            json.loads(file.read())

    def test_the_list_is_true(self):
        names = ["host-12.zeus.internal", "key-a.zeus loader", "10.47.11.219", "+49 1555 0012345"]
        events = [slice_event("w", "cuda_runtime", 11 + i, 1, tid=70 + i) for i in range(len(names))]
        events += [{"ph": "M", "name": "thread_name", "pid": 100, "tid": 70 + i, "args": {"name": name}} for i, name in enumerate(names)]
        events += [slice_event("v", "cuda_runtime", 30, 1, badge="4815162342", hexs="0xdeadbeef77", plain="text", n=12345)]
        for what in ("--scrub", "--scrub=paths"):
            out, lines = self.scrubbed(events, what)
            for name in [*names, "4815162342", "0xdeadbeef77", "text", "12345"]:
                is_written = name.encode() in unpacked(out)
                with self.subTest(name=name, what=what):
                    self.assertEqual(any(line.endswith(": " + name) for line in lines), is_written and name != "12345")
            self.assertFalse(any(line.startswith("values: value-") for line in lines), lines)

    def test_public_keys_cover_only_themselves(self):
        devices = [{"id": 0, "name": "NVIDIA H100", "uuid": "uuidsecret", "hostnm": "dphost"}]
        out, _ = self.scrubbed([
            slice_event("torch::torchsecret", "cpu_op", 11, 1,
                        **{"n1": [{"kind": "x"}, "aftersecret"], "n2": {"desc": "descsecret"}, "dtype": {"deepkey": "deepval"},
                           "Input type": ["float", {"itkey": "itval"}], "backend": "backendsecret", "x__y.keysecret": 1, "kind": "kindsecret"}),
            slice_event("autograd::engine::evaluate_function: SecretFn", "cpu_op", 15, 1),
            slice_event("nccl:alpha_reduce_zeus", "user_annotation", 13, 1)], "--scrub=all",
            deviceProperties=devices, computeProperties={"cpkey": "cpvalue"}, displayTimeUnit="unitsecret",
            distributedInfo={"backend": "nccl", "rank": 0, "world_size": 1})
        self.absent(out, ["secret", "dphost", "hostnm", "deepkey", "deepval", "itkey", "itval", "zeus", "cpkey", "cpvalue"])
        self.present(out, ["NVIDIA H100", "float", "nccl", "evaluate_function: operator-"])

    def test_all_has_threads_and_categories(self):
        events = [
            {"ph": "M", "name": "process_name", "pid": 100, "args": {"name": "zeusprocess"}},
            {"ph": "M", "name": "thread_name", "pid": 100, "tid": 7, "args": {"name": "zeusthread \u0001"}},
            {"ph": "M", "name": "thread_name", "pid": 100, "tid": 8, "args": {"name": "pt_data_worker"}},
            {"ph": "C", "name": "zeuscounter", "pid": 100, "ts": 15, "args": {"zeusseries": 1}},
            {"ph": "C", "name": "GPU utilization", "pid": 100, "ts": 15, "args": {"": 1}},
            {"ph": "s", "cat": "zeusflows", "name": "zeusflow", "id": 5, "pid": 100, "tid": 7, "ts": 20},
            {"ph": "f", "bp": "e", "cat": "zeusflows", "name": "zeusflow", "id": 5, "pid": 100, "tid": 8, "ts": 21},
            slice_event("aten::mm", "cpu_op", 20, 4), slice_event("aten::mm", "cpu_op", 20, 4, tid=8),
            slice_event("x", "zeuscategory", 30, 4, pid="zeuspid", tid="zeustid")]
        out, _ = self.scrubbed(events, "--scrub=all")
        self.absent(out, ["zeus"])
        self.present(out, ["pt_data_worker", "GPU utilization", "aten::mm"])
        out, lines = self.scrubbed(events, "--scrub")
        self.absent(out, ["zeuscategory", "zeusflows"])
        self.assertIn("processes, threads and counters: zeusprocess", lines)

    def test_ranges_with_numbers_of_operators_are_annotations(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "import", "nsys", "base.sql"), encoding="utf-8") as file:
            base = file.read()
        database = sqlite3.connect(self.out("own.sqlite"))
        database.executescript(base)
        for i, name in enumerate(("zeusrange, op_id = 7", "aten::mm, op_id = 8", "mylib::op, seq = 9", "zeusstep, seq = 3", "zeus of mylib::op, seq = 1")):
            database.execute("insert into NVTX_EVENTS (start, end, eventType, text, globalTid) values (?, ?, 59, ?, 281476654432356)",
                             (600 + 20 * i, 610 + 20 * i, name))
        database.commit()
        database.close()
        self.assertEqual(convert(self.out("own.sqlite"), "-o", self.out("x"), "--scrub").returncode, 0)
        self.absent(self.out("x"), ["zeus"])
        self.present(self.out("x"), ["aten::mm", "mylib::op"])
        self.assertEqual(convert(self.out("own.sqlite"), "-o", self.out("x"), "--scrub=paths").returncode, 0)
        self.present(self.out("x"), ["zeusrange", "zeusstep"])

    def test_own_settings_stay(self):
        table = self.out("gpusecret.csv")
        with open(table, "w", encoding="ascii") as file:
            file.write("timestamp, index, utilization.gpu [%], power.draw [W]\n")
            for i in range(5):
                file.write(f"2023/11/14 22:13:{20 + i}.000, 0, {50 + i} %, 300.00 W\n")
        result = convert(self.sources[0], "-o", self.out("x"), "--attach", table, "--attach-zone", "+00:00", "--scrub")
        self.assertEqual(result.returncode, 0, result.stderr)
        attached = info(self.out("x"))["attached"]
        self.assertEqual(len(attached), 1)
        self.absent(self.out("x"), ["gpusecret"])

    def test_wrong_options(self):
        short = self.out("short")
        with open(short, "w", encoding="ascii") as file:
            file.write("short")
        source, out = self.sources[0], self.out("never")
        for options, word in ((["--scrub=everything"], b"everything"), (["--scrub="], b"--scrub"), (["--scrub-key", short], b"--scrub-key"),
                              (["--scrub", "--scrub-key", short], b"16 bytes"), (["--scrub", "--scrub-key", self.out("none")], b"none"),
                              (["--scrub-word", ""], b"--scrub-word"), (["--scrub", "--scrub-list"], b"leave out -o")):
            with self.subTest(options=options):
                result = convert(source, "-o", out, *options)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(word, result.stderr)
                self.assertFalse(os.path.exists(out))
        result = convert(source, "--scrub-list")
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
