# SPDX-License-Identifier: Apache-2.0
"""Completion in bash, and where they are installed in zsh and fish: test_completion.py FOLDER PROGRAM."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER, PROGRAM = sys.argv[1], os.path.abspath(sys.argv[2])
SOURCE = os.environ["STEPSCOPE_SOURCE"]
SAMPLE = os.path.join(SOURCE, "resources", "sample", "rank0.pt.trace.json.gz")
NAME = os.path.basename(PROGRAM)
STEPS = [str(number) for number in range(100, 112)]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"]}
IN_BASH = r"""
source "$1"
function=$2 COMP_LINE=$3
shift 3
COMP_POINT=${#COMP_LINE} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
$function
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(line):
    """What the function proposes when a line ends here. Breaks words where readline does."""
    words = re.findall(r"(?:\\.|'[^']*'?|[^\s=:'\\])+|[=:]+", line)
    if line.endswith(" ") and not line.endswith("\\ "):
        words.append("")
    done = subprocess.run(
        ["bash", "-c", IN_BASH, "bash", os.path.join(FOLDER, NAME), "_" + NAME.replace("-", "_"), line, *words],
        capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert not done.stderr, done.stderr
    return done.stdout.split("\n")[:-1]


def fish(line):
    done = subprocess.run(["fish", "--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"',
                           os.path.join(FOLDER, NAME + ".fish"), line],
                          capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return [proposal.split("\t")[0] for proposal in done.stdout.split("\n")[:-1]]


def ask(*arguments):
    return subprocess.run([PROGRAM, "__complete", *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT)


def check_shells(path):
    """Verbs, options, values, steps."""
    cases = [
        ("in", ["info"]),
        ("stats --wha", ["--what-if="]),
        ("check --find", ["--findings"]),
        ("stats --report kernels_by_b", ["kernels_by_base"]),
        ("compare --table=wat", ["--table=waterfall"]),
        ("convert --to=", ["--to=stepscope", "--to=sqlite", "--to=chrome"]),
        ("convert --scrub=paths,us", ["--scrub=paths,user", "--scrub=paths,usual"]),
        (f"stats {path} --step ", STEPS),
        (f"stats {path} --step=11", ["--step=110", "--step=111"]),
        (f"compare {path} --step ", ["median", *STEPS]),
    ]
    for line, wanted in cases:
        # bash is given what follows the last "=", where its word begins.
        tails = [word.split("=", 1)[1] if "=" in line.split(" ")[-1] else word for word in wanted]
        assert bash(f"{NAME} {line}") == tails, (line, bash(f"{NAME} {line}"))
        if shutil.which("fish"):
            found = [word + "=" if word == "--what-if" else word for word in fish(f"{NAME} {line}")]
            assert sorted(found) == sorted(wanted), (line, found)


def check_kernels(path):
    names = ask("kernels", path).stdout.split("\n")[:-1]
    assert len(names) > 10 and len(set(names)) == len(names), names
    with_space = next(name for name in names if " " in name)
    proposed = bash(f"{NAME} stats {path} --what-if=" + with_space.split(" ")[0])
    typed = proposed[0] + "20%"
    done = subprocess.run(["bash", "-c", f'printf %s {typed}'], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert done.stdout.rpartition("=")[0] in names, typed
    quoted = bash(f"{NAME} stats {path} --what-if='" + with_space.split(" ")[0])
    assert with_space + "=-" in quoted, quoted
    taken = subprocess.run([PROGRAM, "stats", path, "--report", "critical_path", "--what-if", names[0] + "=-20%"],
                           capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert taken.returncode == 0 and "there is no answer" not in taken.stderr, taken.stderr


def check_values_are_taken(path, folder):
    """All words that are proposed are words that the program knows."""
    n = 0
    out = os.path.join(folder, "out")
    for verb, option, rest in (("stats", "--report", []), ("compare", "--table", [path, "--csv", "--batch", "8"]),
                               ("convert", "--to", ["-o", out]), ("convert", "--scrub", ["-o", out])):
        words = bash(f"{NAME} {verb} {option}=")
        assert len(words) > 2, (option, words)
        for word in words:
            done = subprocess.run([PROGRAM, verb, path, *rest, f"{option}={word}"], capture_output=True, text=True,
                                  check=False, env=ENVIRONMENT)
            assert done.returncode == 0 or "one rank" in done.stderr, (option, word, done.stderr)
            n += 1
    return n


def check_silence(folder):
    """Nothing is imported, nothing is said, and nobody waits."""
    damaged = os.path.join(folder, "damaged.stepscope")
    with open(os.path.join(folder, "run.stepscope"), "rb") as file:
        data = file.read()
    with open(damaged, "wb") as file:
        file.write(data[:len(data) // 2])
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    for path in (SAMPLE, damaged, pipe, folder, "-", "/dev/zero", os.path.join(folder, "none")):
        begun = time.monotonic()
        done = ask("steps", path)
        assert not done.stdout and not done.stderr, (path, done)
        assert time.monotonic() - begun < 5, path


def main():
    ENVIRONMENT["PATH"] = os.path.dirname(PROGRAM) + ":" + os.environ["PATH"]
    with tempfile.TemporaryDirectory() as folder:
        ENVIRONMENT["XDG_CACHE_HOME"] = ENVIRONMENT["HOME"] = os.path.join(folder, "home")
        os.mkdir(ENVIRONMENT["HOME"])
        native = os.path.join(folder, "run.stepscope")
        subprocess.run([PROGRAM, "convert", SAMPLE, "-o", native], check=True, capture_output=True, env=ENVIRONMENT)
        check_silence(folder)
        check_shells(native)
        check_kernels(native)
        n = check_values_are_taken(native, folder)

        # What is in the cache needs no import.
        subprocess.run([PROGRAM, "info", SAMPLE, "--cache"], check=True, capture_output=True, env=ENVIRONMENT)
        assert ask("steps", SAMPLE).stdout.split() == STEPS
    for shell, name in (("bash", NAME), ("zsh", "_" + NAME), ("fish", NAME + ".fish")):
        if shutil.which(shell):
            subprocess.run([shell, "-n", os.path.join(FOLDER, name)], check=True)
        else:
            print(f"{shell} is not installed: its completion was not read")
    print(f"{n} words are proposed and taken")


main()
