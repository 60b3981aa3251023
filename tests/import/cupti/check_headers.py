# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of trace/import/cupti with the headers of an installed CUDA toolkit.

    check_headers.py ROOT CC [--required] [INCLUDE_DIRECTORY]

Writes static assertions for every size and field in trace/import/cupti, for every type that the headers
declare, and compiles them. Then it compares the names of API functions. Without a header, it exits with 77, which
means "skipped"; with --required it fails.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77

# The headers declare two arrays of this type with twice as many ports as its library wrote.
WRONG_IN_HEADERS = {"CUpti_ActivityNvLink3"}

STRUCT = re.compile(r"^CUPTI_STRUCT \((\w+), (\w+), (\d+), (\d+), (\d+)\)$", re.M)
FIELD = re.compile(r"^CUPTI_FIELD \((\w+), (\w+), ([\w.]+), (\d+), (\d+), (\w+)\)$", re.M)
TYPE = re.compile(r"typedef struct\s*(?:\w+\s*)?\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}\s*(CUpti_\w+)\s*;")
CALL = re.compile(r"TRACE_CBID_(\w+)\s*=\s*(\d+)\s*,")
OWN_CALL = re.compile(r'^  \[(\d+)\] = "(\w+)",$', re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def find_headers(given):
    candidates = [given] if given else sorted(glob.glob("/usr/local/cuda*/include")) + ["/usr/include"]
    return [path for path in candidates if os.path.exists(os.path.join(path, "cupti_activity.h"))]


def declared_types(include):
    """The body of every structure that the headers declare."""
    types = {}
    for name in ("cupti_activity.h", "cupti_activity_deprecated.h"):
        path = os.path.join(include, name)
        if os.path.exists(path):
            text = COMMENT.sub("", open(path, encoding="utf-8", errors="replace").read())
            types.update({type_name: body for body, type_name in TYPE.findall(text)})
    return types


def assertions(structs, fields, types):
    for record, type_name, size, _, _ in structs:
        if type_name not in types or type_name in WRONG_IN_HEADERS:
            continue
        yield f'_Static_assert (sizeof ({type_name}) == {size}, "{type_name}");'
        for field_record, _, member, at, width, _ in fields:
            # A member of the newest type may be padding in this one.
            first = member.split(".")[0]
            if field_record != record or not re.search(rf"\b{first}\b", types[type_name]):
                continue
            if int(at) + int(width) > int(size):
                yield f'_Static_assert (0, "{type_name} has {member}, which should be newer");'
                continue
            yield f'_Static_assert (offsetof ({type_name}, {member}) == {at}, "{type_name}.{member}");'
            yield f'_Static_assert (sizeof ((({type_name} *) 0)->{member}) == {width}, "{type_name}.{member}");'


def plain_name(name):
    """The function's name without the suffixes for its version and its default stream."""
    name = re.sub(r"_v\d{4,5}$", "", re.sub(r"_pt[ds][sz]$", "", re.sub(r"_v\d{4,5}$", "", name)))
    return re.sub(r"_v[23]$", "", name).lstrip("_")


def check_calls(room, include, api):
    path = os.path.join(include, f"cupti_{api}_cbid.h")
    if not os.path.exists(path):
        return 0
    own = dict(OWN_CALL.findall(open(os.path.join(room, f"cupti_{api}_calls.c"), encoding="utf-8").read()))
    n = 0
    for name, number in CALL.findall(open(path, encoding="utf-8").read()):
        # A number without a name yet is called cuda439; names of later releases replace it.
        if name in ("INVALID", "SIZE", "FORCE_INT") or re.match(r"cuda\d+_", name):
            continue
        assert own.get(number) == plain_name(name), f"{api} {number}: {own.get(number)} instead of {name}"
        n += 1
    return n


def main():
    required = "--required" in sys.argv
    root, compiler, *given = [argument for argument in sys.argv[1:] if argument != "--required"]
    headers = find_headers(given[0] if given else "")
    if not headers:
        print("no cupti_activity.h is installed")
        return 1 if required else SKIPPED
    room = os.path.join(root, "trace/import/cupti")
    structs = STRUCT.findall(open(os.path.join(room, "cupti_structs.h"), encoding="utf-8").read())
    fields = FIELD.findall(open(os.path.join(room, "cupti_fields.h"), encoding="utf-8").read())
    assert len(structs) > 60 and len(fields) > 250, "the tables could not be read"

    for include in dict.fromkeys(os.path.realpath(path) for path in headers):
        checks = list(assertions(structs, fields, declared_types(include)))
        assert len(checks) > 300, f"{include}: only {len(checks)} assertions"
        with tempfile.TemporaryDirectory() as directory:
            source = os.path.join(directory, "layouts.c")
            with open(source, "w", encoding="utf-8") as file:
                # cupti.h includes cuda.h; the records need little of it.
                file.write("#include <stddef.h>\n#include <cupti_activity.h>\n"
                           "#if __has_include(<cupti_activity_deprecated.h>)\n"
                           "#include <cupti_activity_deprecated.h>\n#endif\n")
                file.write("\n".join(checks) + "\n")
            subprocess.run([*compiler.split(), "-std=gnu17", "-fsyntax-only", "-w", "-isystem", include, source],
                           check=True)
        n_calls = sum(check_calls(room, include, api) for api in ("runtime", "driver"))
        assert n_calls > 600, f"{include}: only {n_calls} functions"
        print(f"{include}: {len(checks)} assertions hold, {n_calls} functions have their names")
    return 0


sys.exit(main())
