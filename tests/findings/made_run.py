# SPDX-License-Identifier: Apache-2.0
"""Runs made for the rules of findings: a rank of a training run, event by event, as Kineto writes it, and what the program
finds in it. Times are in microseconds.

A step of `Run.steps ()` keeps its GPU busy from the first to the last nanosecond, with kernels of 100 us that were launched
long before they begin: nothing is wrong with it. What a test injects is then the only thing that can be found.
"""

import json
import os
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
KERNEL_US, LEAD_US = 100, 300
MAIN, LOADER = 100, 101  # threads
STREAM = 7
DEVICE = {"id": 0, "name": "NVIDIA H100", "totalGlobalMem": 80_000_000_000, "computeMajor": 9, "computeMinor": 0,
          "numSms": 132, "maxThreadsPerMultiprocessor": 2048, "warpSize": 32}


class Run:
    def __init__(self, rank=0, world=1, devices=(DEVICE,)):
        self.rank, self.events, self._correlation = rank, [], 0
        self.head = {"schemaVersion": 1, "deviceProperties": list(devices)}
        if world > 1:
            self.head["distributedInfo"] = {"backend": "nccl", "rank": rank, "world_size": world}

    def host(self, name, begin, duration, category="cpu_op", thread=MAIN, **args):
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": thread, "ts": begin,
                            "dur": duration, "args": args})

    def call(self, name, begin, duration=2, thread=MAIN, **args):
        """A CUDA API call; returns its correlation id."""
        self._correlation += 1
        self.host(name, begin, duration, "cuda_runtime", thread, correlation=self._correlation, **args)
        return self._correlation

    def device(self, name, begin, duration, launch=None, category="kernel", stream=STREAM, device=0,
               call="cudaLaunchKernel", thread=MAIN, **args):
        """A kernel, memcpy or memset, and the call that launched it at launch (LEAD_US before it, unless given)."""
        correlation = self.call(call, begin - LEAD_US if launch is None else launch, thread=thread)
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": device, "tid": stream, "ts": begin,
                            "dur": duration, "args": {"correlation": correlation, "stream": stream, "device": device,
                                                      **args}})

    def kernels(self, begin, duration, first_launch=None, name="gemm", kernel_us=KERNEL_US, **args):
        """Fills [begin, begin + duration) with kernels."""
        for at in range(begin, begin + duration, kernel_us):
            self.device(name, at, min(kernel_us, begin + duration - at), first_launch if at == begin else None, **args)

    def step(self, number, begin, duration):
        self.host(f"ProfilerStep#{number}", begin, duration, "user_annotation")

    def steps(self, n=5, step_us=10_000, gap_us=0, during=None, kernels=None, first=1, begin=1_000):
        """n busy steps. gap_us: so long no work has been launched in the middle of each, and step_us is that much longer; the
        host does what during (begin_us, gap_us) adds. kernels (begin, duration, first_launch) replaces the kernels."""
        kernels = kernels or self.kernels
        whole = step_us + gap_us
        for i in range(n):
            at = begin + i * whole
            half = at + LEAD_US + step_us // 2
            self.step(first + i, at, whole)
            kernels(at + LEAD_US, step_us // 2, at + 10)
            # The call that ends the gap begins in it.
            kernels(half + gap_us, step_us // 2, half + gap_us - 10 if gap_us else None)
            if during:
                during(half, gap_us)
        return self

    def write(self, folder, name=None):
        path = os.path.join(folder, name or f"rank{self.rank}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**self.head, "traceEvents": sorted(self.events, key=lambda x: x["ts"])}, file)
        return path


def check(path, *options, rules=None):
    """What `check --findings` says; rules: the text of a file of rules."""
    command = [PROGRAM, "check", path, "--findings", "--json", "--no-cache", *options]
    if rules is not None:
        file = os.path.join(os.path.dirname(path), "rules.ini")
        with open(file, "w", encoding="utf-8") as out:
            out.write(rules)
        command += ["--rules", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 6):
        raise AssertionError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def state(checked, rule):
    return next(row["state"] for row in checked["rules"] if row["rule"] == rule)


def finding(checked, rule):
    return next((row for row in checked["findings"] if row["rule"] == rule), None)


def expect_found(checked, rule, gain_us=None, within_us=0, says=(), places=None, at_us=None):
    """gain_us: per step. at_us: where the worst place begins, from the begin of the profile."""
    row = finding(checked, rule)
    if row is None or state(checked, rule) != "found":
        raise AssertionError(f"{rule} did not fire: {[x for x in checked['rules'] if x['rule'] == rule]}")
    if gain_us is not None and abs((row["gain_ns_per_step"] or 0) - gain_us * 1000) > within_us * 1000:
        raise AssertionError(f"{rule}: a gain of {row['gain_ns_per_step']} ns, not {gain_us} us")
    for text in [says] if isinstance(says, str) else says:
        if text not in row["sentence"]:
            raise AssertionError(f"{rule}: \"{text}\" is not in \"{row['sentence']}\"")
    if places is not None and row["places"] != places:
        raise AssertionError(f"{rule}: {row['places']} places, not {places}")
    if at_us is not None and row["evidence"][0]["begin_ns"] != at_us * 1000:
        raise AssertionError(f"{rule}: the worst place is at {row['evidence'][0]['begin_ns']} ns, not {at_us} us")
    if not row["advice"] or not row["method"]:
        raise AssertionError(f"{rule}: no advice, or no method")
    return row


def expect_state(checked, rule, wanted):
    if state(checked, rule) != wanted:
        raise AssertionError(f"{rule} is {state(checked, rule)}, not {wanted}: {finding(checked, rule)}")


def run_cases(cases):
    """Runs functions of a folder, each a case, and says which failed."""
    failed = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(folder)
            except (AssertionError, StopIteration, KeyError) as error:
                print(f"not ok - {case.__name__}: {error!r}")
                failed += 1
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed else 0
