# SPDX-License-Identifier: Apache-2.0
"""Checks that everything that the READMEs of the floors name exists: check_readmes.py ROOT.

In trace/README.md, widgets/README.md and app/README.md a word between backticks that looks like a path (it has a "/" or
ends like a source) must exist, relative to the floor, to the root of the tree or to the room named before it on the
line. NAME and * stand for any word. Every room that meson.build lists must be named.
"""

import glob
import os
import re
import sys

FLOORS = ("trace", "widgets", "app")
QUOTED = re.compile(r"`([^`]+)`")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]*)*")
FILE = re.compile(r"/|\.(?:c|h|md|xml|build|py)$")
SUBDIR = re.compile(r"^subdir\('([^']+)'\)", re.M)


def is_there(root, floor, rooms, word):
    pattern = word.replace("NAME", "*")
    return any(glob.glob(os.path.join(root, place, pattern)) for place in [floor, "", *rooms])


def problems_of_page(root, floor):
    with open(os.path.join(root, floor, "README.md"), encoding="utf-8") as file:
        page = file.read()
    for number, line in enumerate(page.splitlines(), 1):
        rooms = []
        for word in QUOTED.findall(line):
            if not PATH.fullmatch(word) or not FILE.search(word) or word.startswith("."):
                continue
            if not is_there(root, floor, rooms, word):
                yield f"{floor}/README.md:{number}: names {word}, which does not exist"
            directory = os.path.dirname(word)
            if directory:
                rooms += [os.path.join(floor, directory), directory]
                rooms += [os.path.join(room, directory) for room in rooms]
    with open(os.path.join(root, floor, "meson.build"), encoding="utf-8") as file:
        for room in SUBDIR.findall(file.read()):
            if f"`{room}/`" not in page and f"`{room.split('/')[-1]}/`" not in page:
                yield f"{floor}/README.md: does not name the room {room}"


def main():
    root = sys.argv[1]
    problems = [problem for floor in FLOORS for problem in problems_of_page(root, floor)]
    # A check that cannot fail checks nothing.
    if is_there(root, "trace", [], "import/no_such_file.c") or not is_there(root, "trace", [], "import/importers.c"):
        problems.append("check_readmes.py is broken: it does not tell files that exist from files that do not")
    print("\n".join(problems) or "All paths that the READMEs name exist.")
    return bool(problems)


sys.exit(main())
