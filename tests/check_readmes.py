# SPDX-License-Identifier: Apache-2.0
"""What the READMEs of the floors name has to be there: check_readmes.py ROOT.

In trace/README.md, widgets/README.md and app/README.md a word between backticks that looks like a path (it has a "/" or
ends like a source) is looked for from the floor, from the root of the tree and in the room that was named last on the
line. NAME and * stand for any word. Every room that meson.build lists has to be named too.
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
                yield f"{floor}/README.md:{number}: there is no {word}"
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
        problems.append("check_readmes.py itself does not tell what is there")
    print("\n".join(problems) or "every path that the READMEs name is there")
    return bool(problems)


sys.exit(main())
