# SPDX-License-Identifier: Apache-2.0
"""Rules of what the devices do, and of what holds them up: each where it fires with known numbers, where it just does not, and
without the data.

    test_device_rules.py STEPSCOPE
"""

import sys

from made_run import DEVICE, LEAD_US, MAIN, Run, check, expect_found, expect_state, finding, run_cases

# The program counts from the first begin, at 1,000 us; a gap follows after the lead and half a step.
FIRST_GAP = 300 + 5_000
RULES = ("low_gpu_utilization", "gpu_starvation", "low_utilization_periods", "step_outlier", "small_kernels",
         "tensor_cores_unused", "fp32_instead_of_tf32", "recompilation", "garbage_collection")


def without_devices(folder):
    run = Run()
    for i in range(10):
        run.step(i, 1_000 + i * 1_000, 1_000)
    checked = check(run.write(folder))
    for rule in RULES:
        expect_state(checked, rule, "no_data")


def without_steps(folder):
    run = Run()
    run.kernels(1_000, 10_000)
    checked = check(run.write(folder))
    for rule in ("step_outlier", "first_step", "max_initialization"):
        expect_state(checked, rule, "no_data")
    for rule in ("low_gpu_utilization", "gpu_starvation", "low_utilization_periods"):
        expect_state(checked, rule, "clear")


def low_use(folder):
    run = Run()
    path = run.steps(gap_us=11_000, during=lambda begin, length: run.host("aten::sort", begin, length - 20)).write(folder)
    # 5 steps of 21 ms, of which 10 ms are busy, and the first begins 300 us late.
    expect_found(check(path), "low_gpu_utilization", 0, says=("GPU 0 is busy for only 47.", "operators on the host"), places=1)
    run = Run()
    path = run.steps(gap_us=9_500, during=lambda begin, length: run.host("aten::sort", begin, length - 20)).write(folder)
    expect_state(check(path), "low_gpu_utilization", "clear")  # 51 %


def never_full_use(folder):
    run = Run()
    path = run.steps(n=30, gap_us=5_000, during=lambda begin, length: run.host("aten::sort", begin, length - 20)).write(folder)
    expect_found(check(path), "low_gpu_utilization", 0, says=("never fully used", "66.", "70.0 %"))
    run = Run()
    path = run.steps(n=30, gap_us=4_000, during=lambda begin, length: run.host("aten::sort", begin, length - 20)).write(folder)
    expect_state(check(path), "low_gpu_utilization", "clear")  # 71 %


def starvation(folder):
    for gap_us, state in ((501_000, "found"), (499_000, "clear")):
        run = Run()
        run.steps(n=3, gap_us=gap_us, during=lambda begin, length, run=run: run.host("aten::sort", begin, length - 20))
        checked = check(run.write(folder))
        expect_state(checked, "gpu_starvation", state)
    run = Run()
    run.steps(n=3, gap_us=501_000, during=lambda begin, length: run.host("aten::sort", begin, length - 20))
    expect_found(check(run.write(folder)), "gpu_starvation", 501_000, says=("such gaps (3)", "500.0 ms", "501.0 ms"), places=3,
                 at_us=FIRST_GAP)


def no_more_work(folder):
    run = Run()
    run.steps(n=3)
    run.step(9, 40_000, 1_000_000)
    expect_state(check(run.write(folder)), "gpu_starvation", "clear")


def uneven(folder, idle_steps, n=40):
    """Steps of 10 ms, of which some are without kernels for 80 % of their time."""
    run = Run()
    for i in range(n):
        begin = 1_000 + i * 10_000
        run.step(i, begin, 10_000)
        run.kernels(begin + LEAD_US, 2_000 if i in idle_steps else 10_000, begin + 10)
    return run.write(folder)


def low_periods(folder):
    checked = check(uneven(folder, range(10, 18)))
    row = expect_found(checked, "low_utilization_periods", 0, says="GPU 0", places=1)
    if not 95_000_000 <= row["evidence"][0]["begin_ns"] <= 110_000_000:
        raise AssertionError(row["evidence"])
    expect_state(check(uneven(folder, ())), "low_utilization_periods", "clear")
    expect_state(check(uneven(folder, range(10, 12))), "low_utilization_periods", "clear")  # less than 5 %
    expect_state(check(uneven(folder, range(40))), "low_utilization_periods", "clear")  # all of the time
    expect_state(check(uneven(folder, (2, 3), 9)), "low_utilization_periods", "no_data")


def long_step(folder, extra_us):
    """Ten steps of 10 ms, of which the seventh is longer, with its GPU busy."""
    run, begin = Run(), 1_000
    for i in range(10):
        length = 10_000 + (extra_us if i == 6 else 0)
        run.step(i + 1, begin, length)
        run.kernels(begin + LEAD_US, length, begin + 10)
        begin += length
    return run.write(folder)


def step_outlier(folder):
    checked = check(long_step(folder, 5_000))
    expect_found(checked, "step_outlier", 500, says=("(1 of 10)", "step 7", "15.00 ms", "10.00 ms"), places=1,
                 at_us=60_300)
    expect_state(check(long_step(folder, 1_900)), "step_outlier", "clear")


def first_step(folder, first_us):
    run, begin = Run(), 1_000
    for i in range(6):
        length = first_us if i == 0 else 10_000
        run.step(i, begin, length)
        run.kernels(begin + LEAD_US, length, begin + 10)
        begin += length
    return run.write(folder)


def slow_first_step(folder):
    checked = check(first_step(folder, 30_000))
    expect_found(checked, "first_step", 0, says=("30.30 ms", "10.00 ms", "20.30 ms"), places=1)
    expect_state(check(first_step(folder, 19_000)), "first_step", "clear")
    checked = check(Run().steps(n=3).write(folder))
    expect_state(checked, "first_step", "no_data")


def late_first_step(folder):
    for minutes, state in ((21, "found"), (19, "clear")):
        run = Run()
        run.host("aten::load", 1_000, 100)
        begin = 1_000 + minutes * 60_000_000
        run.step(1, begin, 10_000)
        run.kernels(begin + LEAD_US, 10_000, begin + 10)
        expect_state(check(run.write(folder)), "max_initialization", state)
        if state == "found":
            expect_found(check(run.write(folder)), "max_initialization", 0, says="21 min", places=1, at_us=0)


def short_kernels(run, kernel_us, every_us):
    """Kernels that were launched long before, with gaps between them."""
    def fill(begin, duration, first_launch=None):
        for at in range(begin, begin + duration, every_us):
            run.device("add", at, kernel_us, first_launch if at == begin else at - LEAD_US)
        run.device("end", begin + duration - every_us + kernel_us, every_us - kernel_us)
    return fill


def small_kernels(folder):
    run = Run()
    path = run.steps(kernels=short_kernels(run, 8, 10)).write(folder)
    # 1,000 kernels a step, 2 us after each but the last of both halves.
    expect_found(check(path), "small_kernels", 1_998 - 2, within_us=4, says=("`add`", "10.00 µs"))
    run = Run()
    path = run.steps(kernels=short_kernels(run, 10, 12)).write(folder)
    expect_state(check(path), "small_kernels", "clear")  # not short
    run = Run()
    path = run.steps(kernels=short_kernels(run, 8, 10)).write(folder)
    expect_state(check(path, rules="[small_kernels]\nrun_kernels=100000\n"), "small_kernels", "clear")


def with_product(folder, name, every, device=DEVICE):
    """Every so many kernels one is a matrix product."""
    run = Run(devices=(device,))

    def fill(begin, duration, first_launch=None):
        for i, at in enumerate(range(begin, begin + duration, 100)):
            run.device(name if i % every == 0 else "add", at, 100, first_launch if at == begin else None)
    return run.steps(kernels=fill).write(folder)


OLD = {**DEVICE, "name": "Tesla V100", "computeMajor": 7}
ANCIENT = {**DEVICE, "name": "Tesla P100", "computeMajor": 6}


def tensor_cores(folder):
    name = "volta_sgemm_128x64_nn"
    # Half of 5 ms of 10 ms.
    expect_found(check(with_product(folder, name, 2, OLD)), "tensor_cores_unused", 2_500, within_us=10,
                 says=("`gemm f32 128x64 nn · volta`", "24.9 %"), places=250)
    expect_state(check(with_product(folder, name, 11, OLD)), "tensor_cores_unused", "clear")  # 4.5 %
    expect_state(check(with_product(folder, "volta_s884gemm_fp16_128x64_nn", 2, OLD)), "tensor_cores_unused", "clear")
    expect_state(check(with_product(folder, name, 2, ANCIENT)), "tensor_cores_unused", "no_data")


def tf32(folder):
    name = "ampere_sgemm_128x64_nn"
    expect_found(check(with_product(folder, name, 2)), "fp32_instead_of_tf32", 2_500, within_us=10,
                 says=("`gemm f32 128x64 nn · ampere`", "TF32"), places=250)
    expect_state(check(with_product(folder, name, 2)), "tensor_cores_unused", "clear")
    expect_state(check(with_product(folder, name, 25)), "fp32_instead_of_tf32", "clear")  # 2 %
    expect_state(check(with_product(folder, "ampere_s1688gemm_tf32_128x64_nn", 2)), "fp32_instead_of_tf32", "clear")
    expect_state(check(with_product(folder, name, 2, ANCIENT)), "fp32_instead_of_tf32", "no_data")


def pause(folder, gap_us, name, category):
    run = Run()

    def during(begin, length):
        run.host(name, begin - 1_000, 1_000 + length - 20, category, MAIN)
        run.host(name, begin - 500, 500 + length - 40, category, MAIN)  # nested: counts once
    return run.steps(gap_us=gap_us, during=during).write(folder)


def garbage_collection(folder):
    name = "<built-in function collect>"
    # The launch and what surrounds it are not under the frame.
    expect_found(check(pause(folder, 500, name, "python_function")), "garbage_collection", 480, says=("480.0 µs", "Collections: 5"),
                 places=5, at_us=FIRST_GAP - 1_000)
    expect_state(check(pause(folder, 100, name, "python_function")), "garbage_collection", "clear")
    expect_state(check(pause(folder, 500, "gc.py(1): collected", "python_function")), "garbage_collection", "clear")


def recompilation(folder):
    for name, category in (("_compile.compile_inner (dynamo_timed)", "user_annotation"),
                           ("/env/torch/_inductor/compile_fx.py(1234): compile_fx", "python_function"),
                           ("triton/compiler/compiler.py(226): compile", "python_function")):
        expect_found(check(pause(folder, 500, name, category)), "recompilation", 480, says=("Compilations: 5", "1.480 ms"), places=5)
        expect_state(check(pause(folder, 100, name, category)), "recompilation", "clear")
    for name in ("## Call CompiledFxGraph fabc ##", "TorchDynamo Cache Lookup", "Torch-Compiled Region: 0/0"):
        expect_state(check(pause(folder, 500, name, "cpu_op")), "recompilation", "clear")


def slowing(folder, slow_us, **slow_args):
    """Nine steps of 10 ms, whose kernels take 100 us, and slow_us in the last three."""
    run = Run()
    for i in range(9):
        begin = 1_000 + i * 10_000
        run.step(i, begin, 10_000)
        args = {"grid": [8, 1, 1], "block": [128, 1, 1]} | (slow_args if i >= 6 else {})
        run.kernels(begin + LEAD_US, 10_000, begin + 10, kernel_us=slow_us if i >= 6 else 100, **args)
    return run.write(folder)


def kernel_slows_down(folder):
    # 83 whole launches in each of three steps, of which each is 20 us too long.
    row = expect_found(check(slowing(folder, 120)), "kernel_slows_down", 3 * 83 * 20 / 9, within_us=0.001, places=3 * 83,
                       says=("(1 of 1 compared)", "`gemm` takes 100.0 µs in the first third and 120.0 µs in the last"))
    for place in row["evidence"]:
        if place["begin_ns"] < 60_300_000 or place["end_ns"] - place["begin_ns"] != 120_000:
            raise AssertionError(place)
    expect_state(check(slowing(folder, 109)), "kernel_slows_down", "clear")
    expect_state(check(slowing(folder, 120, grid=[16, 1, 1])), "kernel_slows_down", "no_data")
    run = Run()
    path = run.steps(n=9, kernels=lambda begin, length, first: run.kernels(begin, length, first, kernel_us=5_000)).write(folder)
    expect_state(check(path), "kernel_slows_down", "no_data")
    run = Run()  # a communication kernel waits for others
    run.steps(n=9, kernels=lambda begin, length, first: run.kernels(
        begin, length, first, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 100 if begin < 60_000 else 125))
    expect_state(check(run.write(folder)), "kernel_slows_down", "no_data")


def causes_come_before_symptoms(folder):
    run = Run()
    name = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
    path = run.steps(gap_us=12_000, during=lambda begin, length: run.host(name, begin, length - 20)).write(folder)
    checked = check(path)
    if checked["findings"][0]["rule"] != "data_loader" or finding(checked, "low_gpu_utilization") is None:
        raise AssertionError([x["rule"] for x in checked["findings"]])


sys.exit(run_cases([without_devices, without_steps, low_use, never_full_use, starvation, no_more_work, low_periods, step_outlier,
                    slow_first_step, late_first_step, small_kernels, tensor_cores, tf32, garbage_collection, recompilation,
                    kernel_slows_down, causes_come_before_symptoms]))
