# SPDX-License-Identifier: Apache-2.0
"""Checks which room may include which, and a few other rules of the tree that no compiler checks.

    check_includes.py ROOT

The floors are trace < widgets < app. Each has a meson.build that names its rooms, one subdir () a line, from the ground
up: this is the only list of them, and their order is the rule. A room may include itself and every room before it, and
none after it. Files that lie in the floor itself (app/main.c) come after all of its rooms.
"""

import os
import re
import sys
import tempfile

FLOORS = ("trace", "widgets", "app")

# A room is one idea. When it outgrows these it needs rooms of its own.
SOURCES_MAX, FILES_MAX = 30, 60

# What a room does not see although it lies below: the command line is linked without GTK and Cairo, and the process that
# reads foreign files is linked with trace/ alone.
UNSEEN = {
    "app/cli/": ["widgets/"],
    "app/library/": ["widgets/"],
    "app/converter/": ["widgets/", "app/cli/", "app/library/"],
}

# Rooms that few may enter: the rooms and files named, beside the room itself and the tests.
PRIVATE = {
    "trace/archive/": ["trace/open/", "app/cli/verbs/verb_convert", "app/sharing/save_part_task"],
    "trace/build/": ["trace/import/", "trace/archive/", "trace/combine/", "trace/sagemaker/", "trace/open/", "trace/attach/",
                     "trace/summary/"],
    "trace/cache/": ["app/"],
    "trace/import/": ["trace/combine/", "trace/sagemaker/", "trace/open/", "trace/attach/"],
    "trace/query/": ["app/", "widgets/dashboard/sections/section_queries"],
    "trace/section/": ["trace/", "app/"],
}

# What else of a private room anybody may include: it is part of the contract of a public header.
PUBLIC = ["trace/import/source/importer.h"]

# Folders of headers that are compiled ahead (c_pch), which no source includes.
PRECOMPILED = "/pch"

# Headers of the system that a floor or room must do without.
FORBIDDEN = {
    "trace/": r"gtk/|gdk/|cairo|pango|gio/|glib-object\.h|adwaita",
    "widgets/": r"adwaita",
    "widgets/charts/": r"gtk/|gdk/|adwaita",
    "app/cli/": r"gtk/|gdk/|cairo|pango|gio/|adwaita",
    "app/converter/": r"gtk/|gdk/|cairo|pango|adwaita",
    "app/converter/convert_": r"gio/",
    "app/converter/sandbox": r"gio/",
    "app/library/": r"gtk/|gdk/|cairo|pango|gio/|adwaita",
    "app/render/": r"gtk/|gdk/|adwaita",
    "app/report/": r"gtk/|gdk/|adwaita",
    "tests/gen/": r"gtk/|cairo",
}

# Calls whose result depends on the user's locale, and calls that copy without a bound.
LOCALE = re.compile(r"(?<![a-z_])(strtod|strtof|atof|setlocale|strcasecmp|strncasecmp|isalpha|isdigit|isspace|"
                    r"tolower|toupper|sscanf|gets|strcpy|strcat|sprintf)\s*\(")
FLOAT_PRINT = re.compile(r"printf\s*\([^;]*%[-+ #0-9.*]*l?[fFeEgGaA]", re.S)
FLOAT_PRINT_ALLOWED = ("tests/bench/",)

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
SUBDIR = re.compile(r"^\s*subdir\s*\(\s*'([^']+)'\s*\)", re.M)
SOURCE = re.compile(r"'([^'/]+\.c)'")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SPDX = "/* SPDX-License-Identifier: Apache-2.0"


def folder(path):
    return os.path.dirname(path)


def order_of_rooms(builds):
    """The folders of all floors from the ground up, by what their meson.build says."""
    rooms = []
    for floor in FLOORS:
        rooms += [f"{floor}/{name}" for name in SUBDIR.findall(builds.get(f"{floor}/meson.build", ""))] + [floor]
    return {room: place for place, room in enumerate(rooms)}


def is_allowed_into_private(path, name):
    for room, friends in PRIVATE.items():
        if name.startswith(room) and not path.startswith((room, "tests/")) and name not in PUBLIC \
                and not path.startswith(tuple(friends)):
            return False
    return True


def check_include(path, name, place, files):
    if name not in files:
        return f'"{name}" is not a path from the root of the tree'
    own, other = folder(path), folder(name)
    if path.startswith("tests/"):
        return None
    if name.startswith("tests/") or other not in place:
        return f'must not include "{name}"'
    if own in place and place[other] > place[own]:
        return f'includes "{name}", whose room {other} comes after {own} in the order of rooms'
    if any(path.startswith(room) and name.startswith(tuple(unseen)) for room, unseen in UNSEEN.items()):
        return f'must not include "{name}": the room is linked without it'
    if not is_allowed_into_private(path, name):
        return f'"{name}" is private to its room'
    return None


def check_file(path, text, place, files):
    """Yields what is wrong with one source or header."""
    if not text.startswith(SPDX):
        yield "does not begin with the SPDX line"
    for kind, name in INCLUDE.findall(text):
        if kind == '"':
            problem = check_include(path, name, place, files)
            if problem:
                yield problem
            continue
        for prefix, pattern in FORBIDDEN.items():
            if path.startswith(prefix) and re.match(pattern, name):
                yield f"sources in {prefix} must not include <{name}>"
    code = COMMENT.sub(" ", text)
    for call in LOCALE.findall(STRING.sub('""', code)):
        if call == "setlocale" and path == "app/main.c":
            continue
        yield f"calls {call} (), which depends on the locale or has no bound"
    if FLOAT_PRINT.search(code) and not path.startswith(FLOAT_PRINT_ALLOWED):
        if "g_ascii_formatd" not in code:
            yield "prints a floating-point number with printf, which depends on the locale"


def find_circle(edges):
    """Returns a cycle of a graph {node: nodes} as the list of its nodes, or None if it has none."""
    done, path, on_path = set(), [], set()

    def visit(node):
        path.append(node)
        on_path.add(node)
        for other in sorted(edges.get(node, ())):
            if other in on_path:
                return path[path.index(other):] + [other]
            if other not in done:
                circle = visit(other)
                if circle:
                    return circle
        path.pop()
        on_path.discard(node)
        done.add(node)
        return None

    for node in sorted(edges):
        if node not in done:
            circle = visit(node)
            if circle:
                return circle
    return None


def check_circles(files):
    """Finds a cycle of rooms and one of headers, independently of the order of rooms."""
    rooms, headers = {}, {}
    for path, text in files.items():
        for kind, name in INCLUDE.findall(text):
            if kind != '"' or name not in files:
                continue
            if not path.startswith("tests/") and folder(path) != folder(name):
                rooms.setdefault(folder(path), set()).add(folder(name))
            if path.endswith(".h"):
                headers.setdefault(path, set()).add(name)
    for what, edges in (("rooms", rooms), ("headers", headers)):
        circle = find_circle(edges)
        if circle:
            yield f"the {what} include each other in a cycle: " + " includes ".join(circle)


def check_rooms(files, builds, place):
    """Every folder of sources is a room that is listed and built, and is not too large."""
    members = {}
    for path in files:
        if path.startswith(tuple(floor + "/" for floor in FLOORS)) and not folder(path).endswith(PRECOMPILED):
            members.setdefault(folder(path), []).append(os.path.basename(path))
    for room, names in sorted(members.items()):
        sources = [name for name in names if name.endswith(".c")]
        if room not in place:
            yield f"{room}: is not a room; add a subdir () for it to {room.split('/')[0]}/meson.build"
        if f"{room}/meson.build" not in builds:
            yield f"{room}: has no meson.build"
        if len(sources) > SOURCES_MAX or len(names) > FILES_MAX:
            yield (f"{room}: has {len(sources)} sources and {len(names)} files; at most {SOURCES_MAX} and {FILES_MAX} "
                   "are allowed")
        listed = SOURCE.findall(builds.get(f"{room}/meson.build", ""))
        for name in sources:
            if name not in listed and room not in FLOORS and not builds_elsewhere(builds, room, name):
                yield f"{room}/{name}: is not listed in a meson.build"
    for name in sorted(members.get("trace", [])):
        yield f"trace/{name}: is not in a room; move it to a folder of trace/"


def builds_elsewhere(builds, room, name):
    floor, _, rest = room.partition("/")
    return f"'{rest}/{name}'" in builds.get(f"{floor}/meson.build", "")


def check_tree(files, builds):
    place = order_of_rooms(builds)
    problems = [f"{path}: {problem}" for path, text in files.items()
                for problem in check_file(path, text, place, files)]
    return problems + list(check_circles(files)) + list(check_rooms(files, builds, place))


def read_tree(root):
    """{path: text} of the sources and headers, and of the meson.build files."""
    files, builds = {}, {}
    for directory, folders, names in os.walk(root):
        folders[:] = sorted(x for x in folders if not x.startswith(".")
                            and not os.path.exists(os.path.join(directory, x, "meson-info")))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(directory, name), root)
            if name.endswith((".c", ".h")) or name == "meson.build":
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    (builds if name == "meson.build" else files)[path] = file.read()
    return files, builds


# ---- what the check itself has to find ----

GROUND = {
    "trace/meson.build": "subdir('low')\nsubdir('high')\nsubdir('import')\n",
    "trace/low/meson.build": "files('a.c')",
    "trace/low/a.c": SPDX + ' */\n#include "trace/low/a.h"\n#include <stdlib.h>\n',
    "trace/low/a.h": SPDX + " */\nint a;\n",
    "trace/high/meson.build": "files('b.c')",
    "trace/high/b.c": SPDX + ' */\n#include "trace/low/a.h"\n',
    "trace/high/b.h": SPDX + " */\n",
    "trace/import/meson.build": "",
    "trace/import/i.h": SPDX + " */\n",
    "widgets/meson.build": "subdir('charts')\n",
    "widgets/charts/meson.build": "",
    "widgets/charts/c.h": SPDX + ' */\n#include "trace/high/b.h"\n',
    "app/meson.build": "subdir('cli')\nsubdir('window')\nexecutable('x', 'main.c')",
    "app/cli/meson.build": "",
    "app/cli/v.h": SPDX + " */\n",
    "app/window/meson.build": "",
    "app/window/w.h": SPDX + ' */\n#include "app/cli/v.h"\n#include "widgets/charts/c.h"\n',
    "app/main.c": SPDX + ' */\n#include "app/window/w.h"\n',
    "tests/t.c": SPDX + ' */\n#include "trace/import/i.h"\n',
}

PLANTED = {
    "comes after trace/low": ("trace/low/a.c", '#include "trace/high/b.h"\n'),
    "comes after trace/high": ("trace/high/b.c", '#include "app/cli/v.h"\n'),
    "comes after widgets/charts": ("widgets/charts/c.h", '#include "app/cli/v.h"\n'),
    "comes after app/cli": ("app/cli/v.h", '#include "app/window/w.h"\n'),
    "the rooms include each other in a cycle: ": ("trace/low/a.h", '#include "trace/high/b.h"\n'),
    "the headers include each other in a cycle: ": ("trace/low/b.h", SPDX + ' */\n#include "trace/low/c.h"\n'),
    "linked without it": ("app/cli/v.h", '#include "widgets/charts/c.h"\n'),
    "private to its room": ("app/window/w.h", '#include "trace/import/i.h"\n'),
    "not a path from the root": ("trace/low/a.c", '#include "a.h"\n'),
    "must not include": ("trace/low/a.c", '#include "tests/t.h"\n'),
    "sources in trace/ must not include <gtk/gtk.h>": ("trace/low/a.c", "#include <gtk/gtk.h>\n"),
    "sources in widgets/ must not include <adwaita.h>": ("widgets/charts/c.h", "#include <adwaita.h>\n"),
    "sources in app/cli/ must not include <cairo.h>": ("app/cli/v.h", "#include <cairo.h>\n"),
    "calls atof ()": ("trace/low/a.c", "int f (void) { return atof (s); }\n"),
    "prints a floating-point number": ("trace/low/a.c", 'void f (void) { printf ("%.1f", x); }\n'),
    "SPDX": ("trace/high/new.h", "int x;\n"),
    "is not listed in a meson.build": ("trace/high/new.c", SPDX + " */\n"),
    "is not a room": ("trace/attic/new.h", SPDX + " */\n"),
    "is not in a room": ("trace/loose.h", SPDX + " */\n"),
}


def write_tree(root, tree):
    for path, text in tree.items():
        os.makedirs(os.path.join(root, folder(path)), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text)


def problems_of(tree):
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, tree)
        return check_tree(*read_tree(root))


def self_test():
    """Plants each fault in a small tree and checks that it is found: a check that cannot fail checks nothing."""
    assert problems_of(GROUND) == [], problems_of(GROUND)
    for what, (path, text) in PLANTED.items():
        tree = dict(GROUND)
        tree[path] = tree.get(path, "") + text
        if path == "trace/low/b.h":
            tree["trace/low/c.h"] = SPDX + ' */\n#include "trace/low/b.h"\n'
        if "tests/t.h" in text:
            tree["tests/t.h"] = SPDX + " */\n"
        found = problems_of(tree)
        assert any(what in problem for problem in found), (what, found)
    crowd = {f"trace/low/n{i}.h": SPDX + " */\n" for i in range(FILES_MAX)}
    assert any("files; at most" in problem for problem in problems_of({**GROUND, **crowd}))


def main():
    self_test()
    files, builds = read_tree(sys.argv[1])
    problems = check_tree(files, builds)
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(order_of_rooms(builds))} rooms, {len(problems)} problems")
    return bool(problems) or not files


if __name__ == "__main__":
    sys.exit(main())
