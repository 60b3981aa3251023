# SPDX-License-Identifier: Apache-2.0
"""Every real trace, its native file and its archive are the same profile: `stats`, `query`, and each argument."""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

import traces

PROGRAM, COMPARE = sys.argv[1:3]
# Under sanitizers the largest files take minutes, and hold nothing that smaller ones do not: the other build has them.
LARGEST_BYTES = int(sys.argv[3]) if len(sys.argv) > 3 else None
QUERY = """select 'slice', count(*), sum(dur_ns) from slice
           union all select 'arg', count(*), sum(length(key)) from arg
           union all select 'value', count(*), sum(length(value)) from arg
           union all select kind, count(*), null from flow group by kind order by 1"""


def convert(path, out, *options):
    result = traces.run(PROGRAM, "convert", path, "-o", out, *options)
    return None if result.returncode == 0 else f"convert {options}: {result.stderr.decode(errors='replace')}"


def outputs(path):
    """What the program says of a file, in comparable form."""
    return [traces.run(PROGRAM, "stats", path, "--json"), traces.run(PROGRAM, "query", path, QUERY, "--json")]


def differences(path, folder):
    name = os.path.basename(path.rstrip("/"))
    forms = {"native": (os.path.join(folder, name + ".stepscope"), ()),
             "archive": (os.path.join(folder, name + ".archive.stepscope"), ("--archive",))}
    wanted = outputs(path)
    for form, (out, options) in forms.items():
        problem = convert(path, out, *options)
        if problem:
            yield f"{name}: {problem}"
            continue
        for want, got in zip(wanted, outputs(out)):
            if (want.returncode, want.stdout) != (got.returncode, got.stdout) or want.returncode != 0:
                yield f"{name}: {form}: {got.args[1:]}: {got.returncode} {got.stdout[:200]} {got.stderr[:200]}"
        compared = subprocess.run([COMPARE, path, out], capture_output=True, check=False, timeout=600)
        if compared.returncode != 0:
            yield f"{name}: {form}: {compared.stdout.decode()}{compared.stderr.decode()}"
        os.unlink(out)


def check(path):
    with tempfile.TemporaryDirectory() as folder:
        return list(differences(path, folder))


def main():
    root = traces.require()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache  # not what this machine happens to remember
        return check_all(root)


def check_all(root):
    paths = traces.files("kineto", "kineto_multirank", "chrome_other", "rocm", "nsys", "sagemaker", "malformed")
    if LARGEST_BYTES is not None:
        paths = [path for path in paths if os.path.getsize(path) <= LARGEST_BYTES]
    paths = [path for path in paths if traces.run(PROGRAM, "info", path).returncode == 0]
    paths.append(os.path.join(root, "kineto_multirank", "dlrm_8rank"))
    found = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for problems in pool.map(check, paths):
            found += problems
    for line in found[:40]:
        print(line)
    print(f"{len(paths)} profiles, {len(found)} differences")
    return bool(found) or len(paths) < 40


if __name__ == "__main__":
    sys.exit(main())
