# SPDX-License-Identifier: Apache-2.0
"""Who may include whom, and a few other rules of the tree that no compiler checks.

The layers are trace <- widgets <- app; within trace, the folders are leaves that only the table below may name.
"""

import os
import re
import sys

ROOT = sys.argv[1]

# A file of the first kind (longest prefix wins) may include files of the second kinds, and nothing else of ours.
ALLOWED = {
    "trace/": ["trace/"],
    "trace/archive/": ["trace/", "trace/archive/"],
    "trace/cache/": ["trace/", "trace/cache/"],
    "trace/import/": ["trace/", "trace/import/"],
    "trace/naming/": ["trace/naming/", "trace/container/column.h", "trace/container/string_table.h"],
    "trace/query/": ["trace/", "trace/query/"],
    "trace/stats/": ["trace/", "trace/stats/"],
    "trace/search/": ["trace/", "trace/search/"],
    "widgets/": ["trace/", "widgets/"],
    "widgets/charts/": ["trace/", "widgets/charts/", "widgets/look/draw_style.h", "widgets/look/number_text.h",
                        "widgets/look/text.h", "widgets/look/theme.h", "widgets/look/time_scale.h", "widgets/look/work_kind.h"],
    "app/cli/": ["trace/", "app/cli/", "app/library/"],
    "app/converter/": ["trace/", "app/converter/"],
    "app/library/": ["trace/", "app/cli/out/json_text.h", "app/library/"],
    "app/render/": ["trace/", "widgets/", "app/cli/", "app/library/", "app/render/"],
    "app/": ["trace/", "widgets/", "app/"],
    "tests/": ["trace/", "widgets/", "app/", "tests/"],
}

# Folders that stay private to the files named, beside the folder itself.
PRIVATE = {
    "trace/archive/": ["trace/native_source", "trace/file/", "tests/"],
    "trace/cache/": ["app/", "tests/"],
    "trace/file/": ["trace/", "tests/"],
    "trace/import/": ["trace/open", "tests/"],
    "trace/classify/": ["trace/kernel_class", "trace/query/", "trace/stats/", "trace/model/trace.c", "app/", "widgets/", "tests/"],
    "trace/naming/": ["trace/base_name", "trace/display_name", "trace/classify/", "tests/"],
    "trace/query/": ["app/", "widgets/dashboard/section_queries", "tests/"],
    "trace/stats/": ["app/", "widgets/", "tests/"],
    "trace/search/": ["app/", "widgets/", "tests/"],
}

# Headers of the system that a layer must do without.
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
    "tests/gen/": r"gtk/|cairo",
}

# Calls whose result depends on the user's locale, and calls that copy without a bound.
LOCALE = re.compile(r"(?<![a-z_])(strtod|strtof|atof|setlocale|strcasecmp|strncasecmp|isalpha|isdigit|isspace|"
                    r"tolower|toupper|sscanf|gets|strcpy|strcat|sprintf)\s*\(")
FLOAT_PRINT = re.compile(r"printf\s*\([^;]*%[-+ #0-9.*]*l?[fFeEgGaA]", re.S)
FLOAT_PRINT_ALLOWED = ("tests/bench/",)

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def longest(table, path):
    best = [prefix for prefix in table if path.startswith(prefix)]
    return table[max(best, key=len)] if best else None


def check(path, text):
    if not text.startswith("/* SPDX-License-Identifier: Apache-2.0"):
        yield "does not begin with the SPDX line"
    for kind, name in INCLUDE.findall(text):
        if kind == "<":
            for prefix, pattern in FORBIDDEN.items():
                if path.startswith(prefix) and re.match(pattern, name):
                    yield f"<{name}> is not for {prefix}"
            continue
        if not os.path.exists(os.path.join(ROOT, name)):
            yield f'"{name}" is not a path from the root of the tree'
            continue
        allowed = longest(ALLOWED, path)
        if allowed is None or not any(name.startswith(prefix) for prefix in allowed):
            yield f'must not include "{name}"'
        for folder, friends in PRIVATE.items():
            if name.startswith(folder) and not path.startswith(folder) and not any(
                    path.startswith(friend) for friend in friends):
                if not (folder == "trace/import/" and name == "trace/import/source/importer.h" and path == "trace/open/open.h"):
                    yield f'"{name}" is private to {folder}'
    code = COMMENT.sub(" ", text)
    for call in LOCALE.findall(STRING.sub('""', code)):
        if call == "setlocale" and path == "app/main.c":
            continue
        yield f"calls {call} (), which depends on the locale or has no bound"
    if FLOAT_PRINT.search(code) and not path.startswith(FLOAT_PRINT_ALLOWED):
        if "g_ascii_formatd" not in code:
            yield "prints a floating-point number with printf, which depends on the locale"


def self_test():
    """A check that cannot fail checks nothing."""
    spdx = "/* SPDX-License-Identifier: Apache-2.0 */\n"
    for path, text in (("trace/x.c", '#include "app/cli/cli.h"'), ("trace/x.c", "#include <gtk/gtk.h>"),
                       ("trace/x.c", '#include "trace/import/source/importer.h"'),
                       ("trace/x.c", '#include "trace/cache/cache.h"'), ("widgets/x.c", '#include "app/cli/cli.h"'),
                       ("trace/stats/x.c", '#include "trace/import/source/importer.h"'), ("trace/x.c", '#include "column.h"'),
                       ("app/cli/x.c", "#include <cairo.h>"), ("trace/x.c", "int f (void) { return atof (s); }"),
                       ("widgets/x.c", "#include <adwaita.h>"), ("app/render/x.c", "#include <gtk/gtk.h>"),
                       ("app/converter/x.c", "#include <gtk/gtk.h>"),
                       ("app/converter/convert_child.c", "#include <gio/gio.h>"),
                       ("widgets/charts/x.c", '#include "widgets/state/profile.h"'),
                       ("trace/x.c", 'void f (void) { printf ("%.1f", x); }')):
        assert list(check(path, spdx + text)), (path, text)
    assert list(check("trace/x.c", "int x;")), "SPDX"
    assert not list(check("trace/x.c", spdx + '#include "trace/container/column.h"\n#include <stdlib.h>'))


def main():
    self_test()
    problems, n = [], 0
    for directory, folders, names in os.walk(ROOT):
        folders[:] = [x for x in folders if not x.startswith(".")
                      and not os.path.exists(os.path.join(directory, x, "meson-info"))]
        for name in sorted(names):
            path = os.path.relpath(os.path.join(directory, name), ROOT)
            if path.endswith((".c", ".h")):
                n += 1
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    problems += [f"{path}: {problem}" for problem in check(path, file.read())]
    for problem in problems:
        print(problem)
    print(f"{n} files, {len(problems)} problems")
    return bool(problems) or n == 0


sys.exit(main())
