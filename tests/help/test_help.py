# SPDX-License-Identifier: Apache-2.0
"""The user's guide says what the program does: test_help.py STEPSCOPE ROOT.

Checks that every page is well-formed and is linked to, that links lead somewhere, that every pane and every table has a
page, that what pages take over from the program is as the program has it now, that each command line in them has verbs,
options and reports that exist, and that the program has the labels and keys that they name. With STEPSCOPE_WRITE_HELP=1,
what is taken over is written into the pages first.
"""

import glob
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ET

import program_texts

PROGRAM, ROOT = sys.argv[1:3]
del sys.argv[1:3]

MALLARD = "{http://projectmallard.org/1.0/}"
FOLDER = os.path.join(ROOT, "resources/help/C")
BLOCK = re.compile(r"(  <!-- program: ([^\n]*?) -->\n)(.*?)(  <!-- end -->\n)", re.S)
# A word behind the program is a verb, if nothing shows that it is a path.
COMMAND = re.compile(r"\b(stepscope(?:-cli)?)[ \t]+([a-z]+)(?![\w./])([^\n|;&]*)")
DRAWS = ("render",)  # not in stepscope-cli

# Keys that are no commands of the window: modifiers alone, and those of a list, a chart or the editor of queries.
OTHER_KEYS = ("Ctrl", "Shift", "Space", "F2", "Ctrl+Enter")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def pages():
    """{id: path}"""
    return {os.path.splitext(os.path.basename(path))[0]: path for path in sorted(glob.glob(os.path.join(FOLDER, "*.page")))}


def write_blocks(program):
    for path in pages().values():
        text = read(path)
        new = BLOCK.sub(lambda found: found.group(1) + program_texts.block_text(program, found.group(2)) + found.group(4), text)
        if new != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)


class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = program_texts.Program(ROOT)
        cls.pages = pages()
        if os.environ.get("STEPSCOPE_WRITE_HELP"):
            write_blocks(cls.program)
        cls.texts = {name: read(path) for name, path in cls.pages.items()}
        cls.blocks = [(name, what, text) for name, page in cls.texts.items() for _, what, text, _ in BLOCK.findall(page)]
        cls.trees = {name: ET.fromstring(text) for name, text in cls.texts.items()}

    def titles(self, name):
        return "".join(self.trees[name].find(MALLARD + "title").itertext())

    def test_ids(self):
        """A page is named as its file."""
        self.assertIn("index", self.pages)
        for name, tree in self.trees.items():
            self.assertEqual(tree.tag, MALLARD + "page", name)
            self.assertEqual(tree.get("id"), name)
            sections = [section.get("id") for section in tree.iter(MALLARD + "section") if section.get("id")]
            self.assertEqual(len(sections), len(set(sections)), name)

    def test_licence(self):
        for name, text in self.texts.items():
            self.assertIn("<!-- SPDX-License-Identifier: Apache-2.0 -->", text, name)

    def test_links(self):
        """Links lead to pages and sections that exist, and every page is reached from the first one."""
        places = {name: {element.get("id") for element in tree.iter() if element is not tree} for name, tree in self.trees.items()}
        to = {name: set() for name in self.pages}
        for name, tree in self.trees.items():
            for element in tree.iter():
                xref = element.get("xref")
                if xref is None:
                    continue
                page, _, section = xref.partition("#")
                page = page or name
                self.assertTrue(page in self.pages and (not section or section in places[page]),
                                f"{name} links to {xref}, which does not exist")
                if element.tag == MALLARD + "link" and element.get("type") == "guide":
                    to[page].add(name)
                else:
                    to[name].add(page)
        reached, wave = {"index"}, ["index"]
        while wave:
            wave = [page for name in wave for page in to[name] if page not in reached]
            reached |= set(wave)
        self.assertEqual(set(self.pages), reached)

    def test_descriptions(self):
        """A guide shows the title and the description of each page that it links to."""
        for name, tree in self.trees.items():
            info = tree.find(MALLARD + "info")
            self.assertIsNotNone(info, name)
            self.assertTrue("".join(info.find(MALLARD + "desc").itertext()).strip(), name)

    def test_taken_over(self):
        """What stands between the comments is what the program says now."""
        for name, what, text in self.blocks:
            self.assertEqual(text, program_texts.block_text(self.program, what),
                             f"{name}.page differs from the program: run this test with STEPSCOPE_WRITE_HELP=1")

    def find_page(self, what):
        found = [name for name, block, _ in self.blocks if block == what]
        self.assertEqual(len(found), 1, f"one page has to have <!-- program: {what} -->")
        return found[0]

    def test_panes(self):
        panes = self.program.panes()
        self.assertGreater(len(panes), 25)
        for pane, (title, *_) in panes.items():
            name = self.find_page("pane " + pane)
            self.assertIn(title, self.titles(name), name)
        # The order of the dashboard has them all: panes.c names no pane that was not found.
        self.assertIn("findings", panes)
        self.assertIn("query", panes)

    def test_tables(self):
        tables = self.program.tables()
        self.assertEqual(set(tables), set(program_texts.COLUMNS))
        for table, texts in tables.items():
            name = self.find_page("table " + table)
            self.assertEqual(texts["title"], self.titles(name), name)
            for columns in self.program.columns(table):
                self.assertGreater(len(columns), 4, table)

    def test_all_is_taken_over(self):
        for what in ("rules", "keys", "health", "formats"):
            self.find_page(what)
        for one in self.program.formats():
            if one["recordings"]:
                self.find_page("recordings " + one["word"])

    def test_keys(self):
        """The reader of the sources has found every command that has a key."""
        n = 0
        for path in (program_texts.WINDOW_KEYS, program_texts.TIMELINE_KEYS):
            source = self.program.read(path)
            n += len(re.findall(r'^  (?:\[TIMELINE_\w+\]\s*= )?\{ .*N_ \(.*\{ [^{}]*"[^{}]*" \} \},$', source, re.M))
        commands = list(self.program.commands())
        self.assertEqual(len(commands), n)
        page = self.trees[self.find_page("keys")]
        cells = ["".join(row.find(MALLARD + "td").itertext()) for body in page.iter(MALLARD + "tbody")
                 for row in body.findall(MALLARD + "tr")]
        for _, title, *_ in commands:
            self.assertEqual(cells.count(title), 1, title)

    def test_keys_in_text(self):
        """A key that a sentence names is that of some command."""
        known = set(OTHER_KEYS)
        for _, _, keys, *_ in self.program.commands():
            for key in program_texts.mallard_keys(keys).split(", "):
                known.add("+".join(re.findall(r"<key>([^<]*)</key>", key)))
        for name, tree in self.trees.items():
            in_sequence = {key for sequence in tree.iter(MALLARD + "keyseq") for key in sequence}
            for element in [*tree.iter(MALLARD + "keyseq"), *(key for key in tree.iter(MALLARD + "key") if key not in in_sequence)]:
                if name == "keys" and self.in_table(tree, element):
                    continue
                key = element.text if element.tag == MALLARD + "key" else "+".join(part.text for part in element)
                self.assertTrue(key in known, f"{name}: no command has the key {key}")

    @staticmethod
    def in_table(tree, element):
        return any(element in list(table.iter()) for table in tree.iter(MALLARD + "table"))

    def test_labels(self):
        """A label that a page names is a text of the window."""
        known = set()
        for top in ("app", "widgets"):
            for folder, _, names in os.walk(os.path.join(ROOT, top)):
                for file in names:
                    if file.endswith(".c"):
                        for literal in re.findall(r'_ \(("[^"\n]*")\)', read(os.path.join(folder, file))):
                            known.add(program_texts.unquote(literal).replace("_", ""))
        self.assertGreater(len(known), 1000)
        for name, tree in self.trees.items():
            for element in tree.iter(MALLARD + "gui"):
                self.assertTrue(element.text in known, f"{name}: the window has no label “{element.text}”")

    def test_reading_finds_all(self):
        """The reader of the sources loses nothing."""
        rules = self.program.read("trace/findings/finding_rules.h")
        self.assertEqual(len(list(self.program.rules())), len(re.findall(r"^extern const FindingRule ", rules, re.M)))
        kinds = self.program.read("trace/health/health.c")
        self.assertEqual(len(list(self.program.health())), len(re.findall(r'^  \[HEALTH_\w+\]\s*=\s*\{\s*"', kinds, re.M)))
        formats = self.program.read(program_texts.FORMATS)
        self.assertEqual(len(list(self.program.formats())), len(re.findall(r"^  \{ PROFILE_FORMAT_", formats, re.M)))
        panes = self.program.read("widgets/dashboard/panes/panes.c")
        order = re.search(r"panes_in_order\[\] = \{(.*?)\};", panes, re.S).group(1)
        self.assertEqual(len(self.program.panes()), order.count("&pane_") + 2)

    # ---- command lines ----

    def help_of(self, *words):
        done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_commands(self):
        verbs = re.findall(r"^  ([a-z]+) +[A-Z]", self.help_of().partition("Verbs:")[2], re.M)
        self.assertIn("stats", verbs)
        n = 0
        helps = {verb: self.help_of(verb) for verb in verbs}
        reports = set(re.search(r"Print only this report \(([^)]*)\)", helps["stats"]).group(1).split(", "))
        self.assertIn("idle_gaps", reports)
        for name, tree in self.trees.items():
            for element in tree.iter():
                if element.tag not in (MALLARD + "screen", MALLARD + "cmd"):
                    continue
                text = "".join(element.itertext()).replace("\\\n", " ")
                for program, verb, rest in COMMAND.findall(text):
                    n += 1
                    where = f"{name}: {program} {verb}{rest}"
                    self.assertIn(verb, verbs, where)
                    self.assertFalse(program == "stepscope-cli" and verb in DRAWS, where)
                    self.check_options(helps[verb], reports, rest, where)
                    if program == "stepscope-cli" and verb == "report":
                        self.assertNotRegex(rest, r"\.(html|pdf)\b", where)
        self.assertGreater(n, 100)

    def check_options(self, help_text, reports, rest, where):
        # Conditions and queries are texts of their own.
        rest = re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", rest)
        for option in re.findall(r"(?<=\s)--[a-z-]+", rest):
            self.assertTrue(re.search(re.escape(option) + r"\b(?!-)", help_text), f"{where}: there is no {option}")
        for option in re.findall(r"(?<=\s)-[a-z]\b", rest):
            self.assertTrue(f"  {option}, " in help_text, f"{where}: there is no {option}")
        for report in re.findall(r"--report[ =](\w+)", rest):
            self.assertTrue(report in reports, f"{where}: there is no report {report}")

    def test_options_in_text(self):
        """An option that a sentence names exists in some verb."""
        verbs = re.findall(r"^  ([a-z]+) +[A-Z]", self.help_of().partition("Verbs:")[2], re.M)
        known = set(re.findall(r"--[a-z-]+", " ".join(self.help_of(verb) for verb in verbs)))
        for name, tree in self.trees.items():
            for element in tree.iter(MALLARD + "code"):
                text = "".join(element.itertext())
                if re.fullmatch(r"--[a-z-]+(?:[= ].*)?", text):
                    self.assertIn(re.match(r"--[a-z-]+", text).group(), known, name)


if __name__ == "__main__":
    unittest.main()
