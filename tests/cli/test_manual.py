# SPDX-License-Identifier: Apache-2.0
"""Man pages: one a verb, without a warning of man, with every option of --help: test_manual.py FOLDER PROGRAM..."""

import os
import re
import shutil
import subprocess
import sys

FOLDER, PROGRAMS = sys.argv[1], [program for program in sys.argv[2:] if program]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"]


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout


def check_page(name, options):
    path = os.path.join(FOLDER, name + ".1")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    assert not re.search(r"\b(?:19|20)\d\d-\d\d-\d\d\b", source.split(".SH", 1)[0]), f"{name}: has a date"
    if not shutil.which("man") or not shutil.which("groff"):
        return False
    page = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", path], capture_output=True, text=True, check=True,
                          env=ENVIRONMENT)
    assert not page.stderr, f"{name}: {page.stderr}"
    text = re.sub(".\x08", "", page.stdout)
    places = [text.index("\n" + section + "\n") for section in SECTIONS]
    assert places == sorted(places), f"{name}: sections are out of order"
    missing = [option for option in options if not re.search(re.escape(option) + r"(?![\w-])", text)]
    assert not missing, f"{name}: lacks {missing}"
    return True


def main():
    n = 0
    formatted = True
    for program in PROGRAMS:
        name = os.path.basename(program)
        overview = said(program, "--help")
        verbs = re.findall(r"^  (\w+) +\w", overview.split("\nVerbs:\n")[1].split("\n\n")[0], re.M)
        assert len(verbs) >= 10 and "__complete" not in overview, verbs
        formatted = check_page(name, ["--help", "--version", *verbs])
        for verb in verbs:
            options = re.findall(r"^  (?:-\w, )?(--[\w-]+)", said(program, verb, "--help"), re.M)
            assert len(options) >= 3, verb
            check_page(f"{name}-{verb}", options)
            n += len(options)
    print(f"{n} options are in their pages" if formatted else "man is not installed: pages were not looked at")


main()
