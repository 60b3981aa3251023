# SPDX-License-Identifier: Apache-2.0
"""Traces that PyTorch writes without Kineto, against PyTorch's own averages of the same events.

    test_torch_without_kineto.py STEPSCOPE

Runs where Debian's python3-torch, or any other PyTorch, is installed for this Python; else it says so and is skipped.
Makes traces with torch.profiler, torch.autograd.profiler and the old profiler (torch.autograd.profiler_legacy), of several
threads, steps, nested ranges, backward passes and a data loader. All are written by EventList.export_chrome_trace (), which is
what builds without Kineto write and other builds can be asked for.

Count and total of every name are those of key_averages (). Exactly: the exporter writes microseconds as Python prints them,
that is whole ones or floating-point differences of times that were whole nanoseconds, and the importer rounds to the
nanosecond, which restores them. key_averages () adds the same numbers up in microseconds; their sum is rounded to the
nanosecond too, and is wrong by far less than half of one.

Operators are told from ranges by the scope in which PyTorch recorded them. Names without "::" that are no nodes of the backward
pass (functions of TorchScript, Python's autograd functions) have the shape of ranges, and are expected as such.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
    import torch.autograd.profiler
    from torch.profiler import ProfilerActivity, profile, record_function, schedule
except ImportError as error:
    print(f"PyTorch is not installed for {sys.executable} ({error}). Nothing was compared.")
    sys.exit(77)

PROGRAM = os.path.abspath(sys.argv.pop(1))
REPORTS = ("operators", "annotations_by_name", "runtime", "slices", "steps")
USER_SCOPE = 7  # c10/ATen record_function.h: RecordScope::USER_SCOPE
STEP = re.compile(r"ProfilerStep#\d+$")
BACKWARD = re.compile(r"\w+Backward\d*$")


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        return 2 * gradient * ctx.saved_tensors[0]


@torch.jit.script
def branch(x):
    return torch.mm(x, x).relu()


@torch.jit.script
def branches(x):
    """Forked functions run on threads of their own, with the profiler of the one that forks."""
    a = torch.jit.fork(branch, x)
    b = torch.jit.fork(branch, x + 1)
    return torch.jit.wait(a) + torch.jit.wait(b)


class Training:
    def __init__(self):
        self.model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(),
                                         torch.nn.Linear(4 * 6 * 6, 5))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self):
        with record_function("## forward ##"):
            with record_function("model"):
                loss = self.model(torch.ones(2, 3, 8, 8)).sum()
            loss = loss + Square.apply(torch.ones(3, requires_grad=True)).sum()
        branches(torch.ones(16, 16))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def load(self):
        data = torch.utils.data.TensorDataset(torch.ones(6, 2))
        for _ in torch.utils.data.DataLoader(data, batch_size=2):
            pass


def expected_of(events):
    """{report: {name: [count, ns]}} of the events that the exporter writes."""
    expected = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0.0]))
    for event in events:
        if event.trace_name is None:
            continue
        has_shape = "::" in event.trace_name or BACKWARD.match(event.trace_name)
        report = "operators" if event.scope != USER_SCOPE and has_shape else "annotations_by_name"
        row = expected[report][event.trace_name]
        row[0] += 1
        row[1] += event.time_range.elapsed_us()
    return {report: {name: (n, round(1000 * us)) for name, (n, us) in rows.items()} for report, rows in expected.items()}


class TorchWithoutKineto(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        torch.manual_seed(1)
        Training().step()  # TorchScript compiles in the first runs

    def run_program(self, *args):
        done = subprocess.run([PROGRAM, *args, "--json", "--no-cache"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def check(self, events):
        path = os.path.join(self.folder, "trace.json")
        events.export_chrome_trace(path)
        reports = [word for report in REPORTS for word in ("--report", report)]
        stats = self.run_program("stats", path, *reports)
        info = self.run_program("info", path)
        found = {report: {row["name"]: (row["count"], row["total_ns"]) for row in stats[report]} for report in REPORTS[:4]}
        expected = expected_of(events)

        self.assertGreater(len(found["operators"]), 10)
        self.assertGreater(info["threads"], 1)
        for report in REPORTS[:4]:
            self.assertEqual(found[report], expected.get(report, {}), report)

        # PyTorch's own sums; it adds up all steps under one name, and events that are not written too.
        averages = {row.key: (row.count, round(1000 * row.cpu_time_total)) for row in events.key_averages()}
        ours = collections.Counter(), collections.Counter()
        for report in REPORTS[:4]:
            for name, (count, total_ns) in found[report].items():
                key = "ProfilerStep*" if STEP.match(name) else name
                ours[0][key] += count
                ours[1][key] += total_ns
        unwritten = {event.key for event in events if event.trace_name is None}
        self.assertEqual({key: (count, ours[1][key]) for key, count in ours[0].items()},
                         {key: row for key, row in averages.items() if key not in unwritten})

        n = sum(event.trace_name is not None for event in events)
        self.assertEqual(info["events"]["by_category"], {"": n})
        self.assertEqual(info["events"]["slices"], n)
        self.assertEqual(info["threads"], len({event.thread for event in events if event.trace_name is not None}))
        return stats

    def test_steps_of_the_profiler(self):
        exported = []

        def keep(profiler):
            exported.append(profiler.events())
            if not torch.autograd.kineto_available():
                path = os.path.join(self.folder, "exported.json")
                profiler.export_chrome_trace(path)
                with open(path, encoding="utf-8") as file:
                    self.assertEqual({event["pid"] for event in json.load(file)}, {"CPU functions"})

        training = Training()
        with profile(activities=[ProfilerActivity.CPU], schedule=schedule(wait=1, warmup=1, active=3),
                     on_trace_ready=keep) as profiler:
            for _ in range(6):
                training.step()
                training.load()
                profiler.step()
        self.assertEqual(len(exported), 1)
        steps = self.check(exported[0])["steps"]
        expected = sorted((event.time_range.start, event.trace_name, round(1000 * event.time_range.elapsed_us()))
                          for event in exported[0] if event.trace_name and STEP.match(event.trace_name))
        self.assertEqual(len(steps), 3)
        self.assertEqual([(step["name"], step["host_end_ns"] - step["host_begin_ns"]) for step in steps],
                         [(name, ns) for _, name, ns in expected])
        self.assertEqual([step["number"] for step in steps], [int(name.split("#")[1]) for _, name, _ in expected])

    def test_without_steps(self):
        training = Training()
        with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
            training.step()
            training.load()
        self.assertEqual(self.check(profiler.events())["steps"], [])

    def test_the_profiler_of_autograd(self):
        training = Training()
        with torch.autograd.profiler.profile(profile_memory=True) as profiler:
            for _ in range(3):
                training.step()
        self.check(profiler.function_events)

    def test_the_old_profiler_with_times_in_nanoseconds(self):
        try:
            from torch.autograd import profiler_legacy
        except ImportError:
            self.skipTest("this version of PyTorch has no profiler_legacy")
        training = Training()
        with profiler_legacy.profile() as profiler:
            for _ in range(3):
                training.step()
        self.check(profiler.function_events)


if __name__ == "__main__":
    print(f"PyTorch {torch.__version__}, {'with' if torch.autograd.kineto_available() else 'without'} Kineto")
    unittest.main(verbosity=2)
