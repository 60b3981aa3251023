# SPDX-License-Identifier: Apache-2.0
"""A job of 64 ranks is summarized by Slurm's own scheduler: two tasks are killed and requeued, one trace is truncated, and
one is not there. The profile has 63 ranks and names the one that is missing and the one that is damaged.

    test_slurm.py STEPSCOPE-CLI SUMMARIZE.SBATCH

Sets up munge and one node of Slurm (Debian's slurm-wlm and munge) in a folder of its own, without systemd. Skipped where
they are not installed or the user is not root, who alone can run them."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import simulated_job  # noqa: E402

PROGRAM, SCRIPT = (os.path.abspath(path) for path in sys.argv[1:3])
RANKS, MISSING, TRUNCATED = 64, 17, 40
SKIPPED = 77
CONFIGURATION = """
ClusterName=stepscope
SlurmctldHost={host}
SlurmUser=root
SlurmctldPort={port}
SlurmdPort={port_of_node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
MinJobAge=600
MpiDefault=none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} CPUs={cpus} RealMemory=1000 State=UNKNOWN
PartitionName=p Nodes=ALL Default=YES State=UP
"""


def skip(why):
    print(f"Skipped: {why}")
    sys.exit(SKIPPED)


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


class Cluster:
    """One node. Everything that runs is ended by its process id."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        self.environment = dict(os.environ, SLURM_CONF=os.path.join(folder, "slurm.conf"), STEPSCOPE_CLI=PROGRAM)

    def start(self):
        os.chmod(self.folder, 0o755)
        for name in ("state", "spool", "munge"):
            os.mkdir(os.path.join(self.folder, name))
        host = socket.gethostname().split(".")[0]
        with open(self.environment["SLURM_CONF"], "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(host=host, folder=self.folder, port=free_port(), port_of_node=free_port(),
                                            cpus=os.cpu_count()))
        munge = os.path.join(self.folder, "munge")
        key = os.path.join(munge, "key")
        with open(key, "wb") as file:
            file.write(os.urandom(128))
        os.chmod(key, 0o600)
        for path in (munge, key):
            shutil.chown(path, "munge", "munge")
        self.daemon("runuser", "-u", "munge", "--", "/usr/sbin/munged", "--foreground", f"--key-file={key}",
                    f"--socket={munge}/socket", f"--pid-file={munge}/pid", f"--log-file={munge}/log",
                    f"--seed-file={munge}/seed", "--force")
        self.wait(lambda: os.path.exists(f"{munge}/socket"), "munged")
        self.daemon("slurmctld", "-D", "-f", self.environment["SLURM_CONF"])
        self.daemon("slurmd", "-D", "-f", self.environment["SLURM_CONF"])
        self.wait(lambda: "idle" in self.output("sinfo", "-h", "-o", "%T"), "the node")

    def daemon(self, *command):
        self.daemons.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL, start_new_session=True))

    def stop(self):
        for daemon in reversed(self.daemons):
            try:
                os.killpg(daemon.pid, signal.SIGTERM)
                daemon.wait(20)
            except ProcessLookupError:
                pass
            except subprocess.TimeoutExpired:
                os.killpg(daemon.pid, signal.SIGKILL)
                daemon.wait()

    def output(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False).stdout

    def wait(self, is_done, what, seconds=120):
        end = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > end:
                raise AssertionError(f"{what} is not there after {seconds} s")
            time.sleep(0.3)


def running_tasks(cluster):
    lines = cluster.output("squeue", "-h", "-r", "-t", "RUNNING", "-o", "%A %F %K").split("\n")
    return [line.split() for line in lines if line.count(" ") == 2 and not line.endswith("N/A")]


def kill_two(cluster, chance):
    """Requeues two tasks while they run: Slurm kills them and starts them again."""
    killed = set()

    def kill_one():
        tasks = [task for task in running_tasks(cluster) if task[2] not in killed]
        if tasks:
            _, array, number = chance.choice(tasks)
            result = subprocess.run(["scontrol", "requeue", f"{array}_{number}"], env=cluster.environment,
                                    capture_output=True, text=True, check=False)
            if result.returncode == 0:
                killed.add(number)
        return len(killed) == 2

    cluster.wait(kill_one, "a task to kill")
    return killed


def check(cluster, folder, chance):
    simulated_job.write(folder, 1, RANKS, n_steps=5)
    os.remove(os.path.join(folder, f"rank{MISSING}.pt.trace.json"))
    truncated = os.path.join(folder, f"rank{TRUNCATED}.pt.trace.json")
    os.truncate(truncated, os.path.getsize(truncated) * 2 // 3)
    # Tasks that take a moment, so that some can be killed while they run.
    slow = os.path.join(cluster.folder, "slow-cli")
    with open(slow, "w", encoding="ascii") as file:
        file.write(f'#!/bin/sh\n[ "$1" = merge ] || sleep 0.5\nexec {PROGRAM} "$@"\n')
    os.chmod(slow, 0o755)
    cluster.environment["STEPSCOPE_CLI"] = slow
    merge = subprocess.run([SCRIPT, folder], env=cluster.environment, capture_output=True, text=True, check=True).stdout
    killed = kill_two(cluster, chance)
    job = os.path.join(folder, "job.stepscope")
    cluster.wait(lambda: not cluster.output("squeue", "-h", "-o", "%A").strip(), "the end", 600)
    assert os.path.exists(job), open(os.path.join(folder, "summaries", "merge.log"), encoding="utf-8").read()
    info = json.loads(subprocess.run([PROGRAM, "info", job, "--json"], capture_output=True, check=True).stdout)
    numbers = [rank["rank"] for rank in info["ranks"]]
    assert numbers == [rank for rank in range(RANKS) if rank != MISSING], numbers
    rows = {row["id"]: row for row in info["health"]}
    assert rows["job.rank_missing"]["count"] == 1 and rows["job.rank_missing"]["path"] == f"rank {MISSING}", rows
    assert rows["json.truncated"]["path"] == truncated, rows
    assert {rank["rank"] for rank in info["ranks"] if rank["status"] == "stopped"} == {TRUNCATED}
    assert not [name for name in os.listdir(os.path.join(folder, "summaries")) if name.endswith(".part")]
    for number in killed:
        log = os.path.join(folder, "summaries", f"{number}.log")
        assert os.path.exists(log), log
    print(f"Job {merge.strip()}: 63 of 64 ranks, tasks {' and '.join(sorted(killed))} were killed and run again.")


def main():
    if not os.environ.get("STEPSCOPE_ALL"):
        skip("it takes minutes; ./tests/run --all runs it")
    missing = [name for name in ("slurmctld", "slurmd", "munged", "sbatch") if shutil.which(name) is None]
    if missing:
        skip(f"{', '.join(missing)} not installed (Debian: slurm-wlm, munge)")
    if os.getuid() != 0:
        skip("only root can run a node of Slurm")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as traces:
        cluster = Cluster(folder)
        try:
            cluster.start()
            check(cluster, traces, random.Random(1))
        finally:
            cluster.stop()


main()
