# SPDX-License-Identifier: Apache-2.0
"""Rules of communication between devices and ranks: each where it fires with known numbers, where it just does not, and without
the data.

    test_communication_rules.py STEPSCOPE
"""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))

import simulated_job  # noqa: E402
from made_run import DEVICE, LEAD_US, STREAM, Run, check, expect_found, expect_state, run_cases  # noqa: E402

ALL = ("exposed_communication", "communication_on_compute_stream", "small_collectives", "uneven_all_to_all", "stragglers")
ALL_REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
SEND_RECV = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"
SIDE = 20  # stream
STEP_US, N_STEPS = 10_000, 5


def collective(run, begin, duration, name=ALL_REDUCE, stream=SIDE, kind="allreduce", elements=1_000_000, **args):
    """Sends elements of four bytes."""
    run.device(name, begin, duration, stream=stream, **{"Collective name": kind, "Group size": 8, "In msg nelems": elements,
                                                        "Out msg nelems": elements, "dtype": "Float", **args})


def alone(share_us, stream=SIDE, **args):
    """A run that communicates for so long, and does nothing else, in each step; then for 1 ms beside kernels."""
    run = Run()

    def fill(begin, duration, first_launch=None):
        run.kernels(begin, duration - share_us // 2, first_launch)
        collective(run, begin + duration - share_us // 2, share_us // 2, stream=stream, **args)
        collective(run, begin + 1_000, 500)
    return run.steps(N_STEPS, STEP_US, kernels=fill)


def without_communication(folder):
    checked = check(Run().steps().write(folder))
    for rule in ALL:
        expect_state(checked, rule, "no_data")
    expect_state(checked, "data_parallel", "clear")
    expect_state(checked, "ddp_without_nccl", "no_data")


def without_devices(folder):
    run = Run()
    run.step(1, 1_000, 1_000)
    checked = check(run.write(folder))
    for rule in (*ALL, "data_parallel", "ddp_without_nccl"):
        expect_state(checked, rule, "no_data")


def exposed_communication(folder):
    # The wall time of a step is a little more than 10 ms: its first kernels begin after the host's step.
    checked = check(alone(1_200).write(folder))
    row = expect_found(checked, "exposed_communication", 1_200, within_us=1,
                       says=("1.200 ms", "100.0 % of it is", "AllReduce"), places=2 * N_STEPS)
    begin = 1_000 + LEAD_US + 5_000 - 600 - 1_000
    if row["evidence"][0]["begin_ns"] != begin * 1_000 or row["severity"] != "high":
        raise AssertionError(f"{row['severity']}, {row['evidence'][0]}")
    expect_state(check(alone(980).write(folder)), "exposed_communication", "clear")


def communication_on_compute_stream(folder):
    checked = check(alone(400, stream=STREAM).write(folder))
    expect_found(checked, "communication_on_compute_stream", 400, within_us=1,
                 says=("10 of 20 communication kernels", "400.0 µs"), places=2 * N_STEPS)
    expect_state(check(alone(280, stream=STREAM).write(folder)), "communication_on_compute_stream", "clear")
    expect_state(check(alone(400).write(folder)), "communication_on_compute_stream", "clear")


def many(n, duration_us, elements, **args):
    """n collectives in each step, one after the other, at its end."""
    run = Run()
    half = {"count": 0}

    def fill(begin, duration, first_launch=None):
        half["count"] += 1
        if half["count"] % 2:
            run.kernels(begin, duration, first_launch)
            return
        run.kernels(begin, duration - n * duration_us, first_launch)
        for i in range(n):
            collective(run, begin + duration - (n - i) * duration_us, duration_us, elements=elements, **args)
    return run.steps(N_STEPS, STEP_US, kernels=fill)


def small_collectives(folder):
    checked = check(many(25, 20, 65_535).write(folder))
    expect_found(checked, "small_collectives", 500, within_us=1, says=("25 collectives", "256 KiB", "500.0 µs"),
                 places=25 * N_STEPS)
    expect_state(check(many(25, 20, 65_536).write(folder)), "small_collectives", "clear")  # 256 KiB
    expect_state(check(many(19, 20, 1_000).write(folder)), "small_collectives", "clear")
    expect_state(check(many(25, 7, 1_000).write(folder)), "small_collectives", "clear")  # 1.75 %
    checked = check(many(25, 20, 1_000, dtype="Unknown").write(folder))
    expect_state(checked, "small_collectives", "no_data")


def all_to_all(folder, elements, duration_us):
    """Two ranks that begin together; each sends so many elements in so long."""
    for rank in range(2):
        run = Run(rank, 2)
        numbers = iter(range(100))

        def fill(begin, duration, first_launch=None, run=run, numbers=numbers, rank=rank):
            run.kernels(begin, duration - 2_000, first_launch)
            # By these the clocks of the ranks are compared.
            for i in range(4):
                collective(run, begin + 100 + 500 * i, 400, **{"Process Group Name": "0", "Group size": 2,
                                                               "Seq": next(numbers)})
            collective(run, begin + duration - 2_000, duration_us[rank], SEND_RECV, kind="all_to_allv", elements=elements[rank],
                       **{"Process Group Name": "0", "Group size": 2, "Seq": next(numbers), "In split size": "[1, 2]"})
        run.steps(N_STEPS, STEP_US, kernels=fill).write(folder)
    return folder


def uneven_all_to_all(folder):
    # 1,600 us and 1,000 us, twice in each step: the mean is 1,300 us. One of the two ranks would gain 600 us.
    checked = check(all_to_all(folder, (1_600_000, 1_000_000), (1_600, 1_000)))
    expect_found(checked, "uneven_all_to_all", 300, within_us=3,
                 says=("10 of 10 all-to-alls", "rank 0", "1.23 times"), places=2 * N_STEPS)
    checked = check(all_to_all(folder, (1_400_000, 1_000_000), (1_400, 1_000)))  # 1.17
    expect_state(checked, "uneven_all_to_all", "clear")
    checked = check(os.path.join(folder, "rank0.json"))
    expect_state(checked, "uneven_all_to_all", "no_data")


def stragglers(folder):
    for cause, words in (("dataloader", "its data loader"), ("compute", "its kernels take longer"),
                         ("host", "for its host")):
        job = os.path.join(folder, cause)
        os.mkdir(job)
        late = simulated_job.write(job, 7, 4, 20, cause)
        checked = check(job)
        row = expect_found(checked, "stragglers", says=(f"Rank {late} comes late", "14 of 20 steps", words))
        # 14 of 20 steps are 15 to 25 ms late; three of four ranks wait for that.
        if not 5e6 < row["gain_ns_per_step"] < 14 / 20 * 25e6 * 3 / 4:
            raise AssertionError(f"{cause}: a gain of {row['gain_ns_per_step']} ns")
        if row["evidence"][0]["rank"] != late:
            raise AssertionError(f"{cause}: evidence at rank {row['evidence'][0]['rank']}, not {late}")
        # What the others do meanwhile is no gain of another rule.
        expect_found(checked, "exposed_communication", says="which overlap would not end")
        if row["new_gain_ns_per_step"] < 0.9 * row["gain_ns_per_step"]:
            raise AssertionError(f"{cause}: {row['new_gain_ns_per_step']} of {row['gain_ns_per_step']} ns are new")


def healthy_job(folder):
    simulated_job.write(folder, 8, 4, 20)
    expect_state(check(folder), "stragglers", "clear")


def too_few_steps(folder):
    simulated_job.write(folder, 9, 4, 4, "compute")
    expect_state(check(folder), "stragglers", "no_data")


def two_devices(name):
    devices = [DEVICE, {**DEVICE, "id": 1}]
    run = Run(devices=devices)

    def fill(begin, duration, first_launch=None):
        run.kernels(begin, duration, first_launch)
        run.kernels(begin, duration, first_launch, device=1)
    return run.steps(kernels=fill, during=lambda begin, length: run.host(name, begin, 50))


def data_parallel(folder):
    checked = check(two_devices("DataParallel.forward").write(folder))
    expect_found(checked, "data_parallel", says="drives 2 GPUs", places=5)
    expect_state(check(two_devices("DistributedDataParallel.forward").write(folder)), "data_parallel", "clear")
    run = Run()
    run.steps(during=lambda begin, length: run.host("DataParallel.forward", begin, 50))
    expect_state(check(run.write(folder)), "data_parallel", "clear")  # a single GPU


def backend(folder, name, world=2, device=DEVICE):
    run = Run(0, world, devices=(device,))
    run.head["distributedInfo"] = {"backend": name, "rank": 0, "world_size": world}
    return check(run.steps().write(folder))


def ddp_without_nccl(folder):
    expect_found(backend(folder, "gloo"), "ddp_without_nccl", says="1 of 1 GPUs", places=1)
    for name in ("nccl", "cpu:gloo,cuda:nccl"):
        expect_state(backend(folder, name), "ddp_without_nccl", "clear")
    expect_state(backend(folder, "gloo", 1), "ddp_without_nccl", "clear")
    old = {**DEVICE, "computeMajor": 3, "computeMinor": 4}
    expect_state(backend(folder, "gloo", device=old), "ddp_without_nccl", "clear")
    expect_found(backend(folder, "gloo", device={**old, "computeMinor": 5}), "ddp_without_nccl")


random.seed(1)
sys.exit(run_cases([without_communication, without_devices, exposed_communication, communication_on_compute_stream,
                    small_collectives, uneven_all_to_all, stragglers, healthy_job, too_few_steps, data_parallel,
                    ddp_without_nccl]))
