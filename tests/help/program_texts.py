# SPDX-License-Identifier: Apache-2.0
"""What the program itself says of its panes, tables, rules, keys and formats, as Mallard for the user's guide.

The texts are read from the tables of the sources. A page of the guide takes them over between two comments,

    <!-- program: pane gpu-active -->
    ...
    <!-- end -->

and test_help.py checks that they are the same; with STEPSCOPE_WRITE_HELP=1 it writes them.
"""

import os
import re
from html import escape as escape_html

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TEXT = r"(?:N_ \(|C_ \()?\s*((?:" + LITERAL + r"\s*)+)\)?"
TIMELINE_KEYS = "widgets/timeline/scene/timeline_command_table.c"
WINDOW_KEYS = "app/commands/window_action_table.c"
FORMATS = "trace/model/profile_format.c"

# What a table is shown of, if not of a trace of one rank.
SHOWN_OF = {"allocations": "memory_snapshot.pickle", "process_group_ranks": "ranks", "rank_links": "ranks",
            "rank_steps": "ranks"}

# The columns of each table: the file, and its array for each way to group the rows.
COLUMNS = {
    "kernels": ("table_kernels.c", ("columns_by_name", "columns_by_base", "columns_by_launch")),
    "operators": ("table_host.c", ("operator_columns",)),
    "modules": ("table_host.c", ("module_columns",)),
    "python": ("table_host.c", ("python_columns",)),
    "annotations": ("table_host.c", ("annotation_columns",)),
    "memory": ("table_memory.c", ("columns",)),
    "allocations": ("table_allocations.c", ("columns",)),
    "collectives": ("table_collectives.c", ("columns",)),
    "collective_sizes": ("table_collective_sizes.c", ("columns",)),
    "process_group_ranks": ("table_rank_traffic.c", ("group_columns",)),
    "rank_links": ("table_rank_traffic.c", ("link_columns",)),
    "runtime": ("table_host.c", ("call_columns",)),
    "slices": ("table_host.c", ("slice_columns",)),
    "steps": ("table_steps.c", ("columns",)),
    "rank_steps": ("table_rank_steps.c", ("columns",)),
    "critical_slices": ("table_critical.c", ("columns",)),
}


def escape(text):
    return escape_html(text, quote=False)


def unquote(literals):
    """The text of C literals that stand side by side."""
    joined = "".join(literal[1:-1] for literal in re.findall(LITERAL, literals))
    raw = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal.group(1), 8)), joined)
    return re.sub(r"\\(.)", lambda escaped: {"n": "\n", "t": "\t"}.get(escaped.group(1), escaped.group(1)), raw)


def field(block, name):
    found = re.search(r"\." + name + r"\s*=\s*" + TEXT, block)
    return unquote(found.group(1)) if found else None


# Which profiles have a pane, by its fields.
NEEDS = {
    "needs_gpu": "Only a profile with GPU activity has this pane.",
    "needs_ranks": "Only a profile of several ranks has this pane.",
    "needs_message_sizes": "Only a profile that tells the sizes of messages between ranks has this pane.",
    "needs_allocations": "Only a profile with a history of allocations, as a memory snapshot is, has this pane.",
}
OF_JOB = {
    None: "A job that was merged from summaries does not have it.",
    "PANE_JOB_WHOLE": "A job that was merged from summaries has it for whole ranks and the whole profile.",
    "PANE_JOB_ANY": "A job that was merged from summaries has it, too.",
}


def who_has(block):
    needs = [text for name, text in NEEDS.items() if f".{name} = true" in block]
    job = re.search(r"\.of_job = (\w+)", block)
    return " ".join([*needs, OF_JOB[job.group(1) if job else None]])


class Program:
    """The sources of a tree."""

    def __init__(self, root):
        self.root = root

    def read(self, path):
        """Without what is only said to xgettext."""
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read().replace("/* xgettext:no-c-format */ ", "")

    def read_all(self, folder):
        return [self.read(os.path.join(folder, name)) for name in sorted(os.listdir(os.path.join(self.root, folder)))
                if name.endswith(".c")]

    # ---- panes ----

    def panes(self):
        """{id: (title, paragraphs of the definition, which profiles have it)}, in the order of the dashboard, then those
        that a user adds."""
        blocks = {}
        for source in (*self.read_all("widgets/dashboard/panes"), *self.read_all("widgets/dashboard/findings")):
            for name, block in re.findall(r"^const Pane (\w+) = \{(.*?)^\};", source, re.M | re.S):
                blocks[name] = block
        order = re.search(r"panes_in_order\[\] = \{(.*?)\};", self.read("widgets/dashboard/panes/panes.c"), re.S).group(1)
        names = re.findall(r"&(pane_\w+)", order)
        names += sorted(set(blocks) - set(names))
        return {field(blocks[name], "id"): (field(blocks[name], "title"), field(blocks[name], "definition").split("\n"),
                                            who_has(blocks[name])) for name in names}

    # ---- tables ----

    def tables(self):
        """{id: dict of its texts}, in the order of the sidebar."""
        source = self.read("trace/stats/tables/stat_tables.c")
        array = re.search(r"stat_tables\[\] = \{(.*?)^\};", source, re.M | re.S).group(1)
        tables = {}
        for block in re.findall(r"^  \{\n(.*?)^  \},", array, re.M | re.S):
            groupings = re.search(r"\.groupings = \{(.*?)\}", block)
            tables[field(block, "id")] = {
                "title": field(block, "title"), "definition": field(block, "definition"), "needs": field(block, "needs"),
                "groupings": [unquote(text) for text in re.findall(LITERAL, groupings.group(1))] if groupings else [],
                "reports": re.findall(r'"(\w+)"', re.search(r"\.reports = \{(.*?)\}", block).group(1)),
            }
        return tables

    def macros(self, *paths):
        """{name: (parameters, body)}"""
        macros = {}
        for path in paths:
            for name, parameters, body in re.findall(r"^#define (\w+)(\([^)]*\))?((?:.*\\\n)*.*)", self.read(path), re.M):
                macros[name] = ([word.strip() for word in parameters.strip("()").split(",")] if parameters else [],
                                body.replace("\\\n", "\n"))
        return macros

    def columns(self, table):
        """For each way to group the rows: [(key, title, definition, is shown at first, what nsys calls it or None)]."""
        file, arrays = COLUMNS[table]
        path = "trace/stats/tables/" + file
        source = self.read(path)
        macros = self.macros("trace/stats/tables/duration_table.h", path)
        for array in arrays:
            body = expand(re.search(r"Column(?:Info)? " + array + r"\[\w*\] = \{(.*?)^\};", source, re.M | re.S).group(1), macros)
            row = re.compile(r'\{ "(\w+)", N_ \((' + LITERAL + r")\), N_ \((" + LITERAL + r")\), STAT_\w+, STAT_\w+, "
                             r"(true|false), (NULL|" + LITERAL + ")")
            yield [(key, unquote(title), unquote(definition), shown == "true", unquote(nsys) if nsys != "NULL" else None)
                   for key, title, definition, shown, nsys in row.findall(body)]

    # ---- rules ----

    def rules(self):
        """A dict of the texts of each rule of findings, in their order."""
        blocks = {}
        folder = os.path.join(self.root, "trace/findings")
        for room in sorted(os.listdir(folder)):
            if os.path.isdir(os.path.join(folder, room)):
                for source in self.read_all(os.path.join("trace/findings", room)):
                    blocks.update(re.findall(r"^const FindingRule (\w+) = \{(.*?)^\};", source, re.M | re.S))
        names = re.findall(r"extern const FindingRule (\w+);", self.read("trace/findings/finding_rules.h"))
        for name in names:
            block = blocks[name]
            advice = re.search(r"\.advice = \{(.*?)\},\n  \.", block, re.S)
            yield {
                "id": field(block, "id"), "title": field(block, "title"), "method": field(block, "method"),
                "advice": [unquote(text) for text in re.findall(r"N_ \(\s*((?:" + LITERAL + r"\s*)+)\)", advice.group(1))] if advice else [],
                "thresholds": [(key, unquote(title)) for key, title in re.findall(
                    r'\{ "(\w+)",[^{}]*?N_ \((' + LITERAL + r")\) \}", block)],
            }

    # ---- keys ----

    def commands(self):
        """(group, title, keys as in Stepscope, as in Nsight Systems, as in Perfetto) of each command with a key, in the
        order of the window of shortcuts."""
        row = re.compile(r"N_ \((" + LITERAL + r")\), (\w+), .*?\{ ((?:NULL|" + LITERAL + r")(?:, (?:NULL|" + LITERAL + r"))*) \} \},")
        window = [row_of(found) for found in row.finditer(self.read(WINDOW_KEYS))]
        source = self.read(TIMELINE_KEYS)
        timeline = [row_of(found) for found in row.finditer(source)]
        groups = dict(re.findall(r"\[TIMELINE_GROUP_(\w+)\] = N_ \(\"([^\"]*)\"\)", source))
        groups |= {"PROFILES": "Profiles", "WINDOWS": "Windows"}
        order = ["PROFILES", *(group for group in groups if group not in ("PROFILES", "WINDOWS")), "WINDOWS"]
        for group in order:
            for of, title, keys in window + timeline:
                if of == group and any(keys):
                    yield groups[group], title, *keys

    # ---- health ----

    def health(self):
        """(id, severity, what happened, what that means for the figures, what to do or None) of each row of the health
        table."""
        ids = re.findall(r'\[(HEALTH_\w+)\]\s*=\s*\{\s*"([\w.]+)", HEALTH_(\w+)', self.read("trace/health/health.c"))
        source = self.read("trace/health/health_words.c")
        for name, word, severity in ids:
            block = re.search(r"\[" + name + r"\] = \{(.*?)^  \},", source, re.M | re.S).group(1)
            texts = [unquote(text) for text in re.findall(r"N_ \(\s*((?:" + LITERAL + r"\s*)+)\)", block)]
            yield word, severity.lower().replace("_", " "), *(texts + [None])[:3]

    # ---- formats ----

    def formats(self):
        source = self.read(FORMATS)
        scripts = {name: unquote(text) for name, text in re.findall(
            r"^#define (\w+)\s+\\?\n?((?:\s*" + LITERAL + r"\s*\\?\n?)+)", source, re.M)}
        for line in re.findall(r"^  \{ (PROFILE_FORMAT_\w+, .*) \},$", source, re.M):
            found = re.match(r"PROFILE_FORMAT_\w+, (NULL|" + LITERAL + r"), N_ \((" + LITERAL + r")\), .*?, PROFILE_BYTES_\w+, "
                             r"\{.*?\}, \{ (.*?) \}, \{ (.*?) \}, \{ (.*?) \}, (?:NULL|N_ \(" + LITERAL + r"\))$", line)
            word, title, suffixes, others, recordings = found.groups()
            yield {
                "word": word.strip('"') if word != "NULL" else None, "title": unquote(title),
                "suffixes": [unquote(text) for text in re.findall(LITERAL, suffixes + others)],
                "recordings": [(unquote(caption), scripts[script]) for caption, script in re.findall(
                    r"\{ N_ \((" + LITERAL + r")\), (\w+) \}", recordings)],
            }


def row_of(found):
    title, group, keys = found.groups()
    keys = [unquote(key) if key != "NULL" else "" for key in re.findall(r"NULL|" + LITERAL, keys)]
    return group, unquote(title), (keys + ["", "", ""])[:3]


def split_arguments(text):
    """The arguments of a macro; text begins behind its "(". Also what follows its ")"."""
    arguments, depth, at, begin = [], 0, 0, 0
    while True:
        if text[at] == '"':
            at = re.compile(LITERAL).match(text, at).end()
            continue
        if text[at] == "(":
            depth += 1
        if text[at] in ",)" and depth == 0:
            arguments.append(text[begin:at].strip())
            begin = at + 1
            if text[at] == ")":
                return arguments, text[at + 1:]
        elif text[at] == ")":
            depth -= 1
        at += 1


def expand(text, macros):
    """Replaces macros outside of literals until there are none."""
    done = ""
    token = re.compile(LITERAL + r"|\b[A-Z][A-Z_]+\b")
    while True:
        found = token.search(text)
        if found is None:
            return done + text
        done, rest = done + text[:found.start()], text[found.end():]
        if found.group() not in macros:
            done, text = done + found.group(), rest
            continue
        parameters, body = macros[found.group()]
        if parameters:
            arguments, rest = split_arguments(rest[rest.index("(") + 1:])
            for parameter, argument in zip(parameters, arguments):
                body = re.sub(r"\b" + parameter + r"\b", lambda _, to=argument: to, body)
        text = body + rest


# ---- Mallard ----

KEY_NAMES = {
    "comma": ",", "period": ".", "slash": "/", "question": "?", "plus": "+", "equal": "=", "minus": "-",
    "bracketleft": "[", "bracketright": "]", "Page_Up": "Page Up", "Page_Down": "Page Down", "Return": "Enter",
    "Escape": "Esc", "BackSpace": "Backspace",
}
MODIFIERS = {"Control": "Ctrl", "Shift": "Shift", "Alt": "Alt"}


def mallard_keys(keys):
    """ "<Control>f slash" """
    all_keys = []
    for key in keys.split():
        parts = [MODIFIERS[name] for name in re.findall(r"<(\w+)>", key)]
        name = re.sub(r"<\w+>", "", key)
        parts.append(KEY_NAMES.get(name, name.upper() if len(name) == 1 else name))
        marked = "".join(f"<key>{escape(part)}</key>" for part in parts)
        all_keys.append(marked if len(parts) == 1 else f"<keyseq>{marked}</keyseq>")
    return ", ".join(all_keys)


def paragraph(text, indent="  "):
    return f"{indent}<p>{escape(text)}</p>\n"


def definition(paragraphs):
    """Traps stand out."""
    out = ""
    for text in paragraphs:
        if text.startswith("Traps: "):
            text = text[len("Traps: "):]
            out += '  <note style="warning">\n    <title>Traps</title>\n' + paragraph(text[0].upper() + text[1:], "    ") + "  </note>\n"
        else:
            out += paragraph(text)
    return out


def pane_text(program, pane):
    _, paragraphs, who = program.panes()[pane]
    return definition(paragraphs) + paragraph(who)


def columns_list(columns):
    out = "  <terms>\n"
    for key, title, text, is_shown, nsys in columns:
        more = ("" if is_shown else " Not shown at first.") + (f" The same figure as {nsys} of nsys stats." if nsys else "")
        out += f"    <item>\n      <title>{escape(title)} (<code>{key}</code>)</title>\n"
        out += paragraph(text + more, "      ") + "    </item>\n"
    return out + "  </terms>\n"


def table_text(program, table):
    texts, all_columns = program.tables()[table], list(program.columns(table))
    out = paragraph(texts["definition"])
    if texts["groupings"]:
        out += paragraph(f"Rows are made {join_words([lower_first(text) for text in texts['groupings']])}.")
    out += "  <note>\n    <title>If the table is empty</title>\n" + paragraph(texts["needs"], "    ") + "  </note>\n"
    out += "  <p>On the command line:</p>\n  <screen>\n"
    out += "".join(f"stepscope-cli stats {SHOWN_OF.get(table, 'trace.json.gz')} --report {report}\n" for report in texts["reports"]) + "</screen>\n"
    for i, columns in enumerate(all_columns):
        if i > 0:
            columns = [column for column in columns if column not in all_columns[0]]
        if i < len(texts["groupings"]) and len(all_columns) > 1:
            out += paragraph(f"Columns of rows {lower_first(texts['groupings'][i])}:" if i == 0
                             else f"Columns that rows {lower_first(texts['groupings'][i])} have in place of these, or beside them:")
        out += columns_list(columns)
    return out


def join_words(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def lower_first(text):
    return text[0].lower() + text[1:]


def rules_text(program):
    out = ""
    for rule in program.rules():
        out += f'  <section id="{rule["id"]}">\n    <title>{escape(rule["title"])}</title>\n'
        out += paragraph(rule["method"], "    ")
        if rule["advice"]:
            out += "    <list>\n" + "".join(f"      <item><p>{escape(text)}</p></item>\n" for text in rule["advice"]) + "    </list>\n"
        names = [f"<code>{key}</code> ({escape(title)})" for key, title in rule["thresholds"]]
        out += f'    <p>Name in a file of rules: <code>{rule["id"]}</code>.'
        out += f" Thresholds: {', '.join(names)}.</p>\n" if names else " It has no thresholds.</p>\n"
        out += "  </section>\n"
    return out


KEYS_END = "    </tbody>\n  </table>\n  </section>\n"


def keys_text(program):
    out, last = "", None
    for group, title, *presets in program.commands():
        if group != last:
            out += KEYS_END if last else ""
            out += f'  <section id="{group.lower().replace(" ", "-")}">\n    <title>{escape(group)}</title>\n  <table rules="rows">\n'
            out += "    <thead><tr><td><p>Command</p></td><td><p>Stepscope</p></td><td><p>Nsight Systems</p></td>"
            out += "<td><p>Perfetto, chrome://tracing</p></td></tr></thead>\n    <tbody>\n"
            last = group
        cells = "".join(f"<td><p>{mallard_keys(keys)}</p></td>" for keys in presets)
        out += f"    <tr><td><p>{escape(title)}</p></td>{cells}</tr>\n"
    return out + KEYS_END


def health_text(program):
    out = "  <terms>\n"
    for word, severity, what, effect, advice in program.health():
        out += f"    <item>\n      <title>{escape(what)} (<code>{word}</code>, {severity})</title>\n"
        out += paragraph(f"{effect} {advice}" if advice else effect, "      ") + "    </item>\n"
    return out + "  </terms>\n"


def formats_text(program):
    out = '  <table rules="rows">\n    <thead><tr><td><p>Format</p></td><td><p>In <code>info --json</code></p></td><td><p>Names end in</p></td></tr></thead>\n    <tbody>\n'
    for one in program.formats():
        suffixes = ", ".join(f"<code>{escape(suffix)}</code>" for suffix in one["suffixes"]) or "a folder"
        word = f"<code>{one['word']}</code>" if one["word"] else ""
        out += f"    <tr><td><p>{escape(one['title'])}</p></td><td><p>{word}</p></td><td><p>{suffixes}</p></td></tr>\n"
    return out + "    </tbody>\n  </table>\n"


def recordings_text(program, word):
    out = ""
    for one in program.formats():
        if one["word"] == word:
            for caption, script in one["recordings"]:
                out += f"  <p>{escape(caption)}:</p>\n  <screen>\n{escape(script)}\n</screen>\n"
    return out


def block_text(program, what):
    """The text of a block, from the words of its comment."""
    kind, _, name = what.partition(" ")
    makers = {"pane": pane_text, "table": table_text, "recordings": recordings_text}
    if kind in makers:
        return makers[kind](program, name)
    return {"rules": rules_text, "keys": keys_text, "formats": formats_text, "health": health_text}[kind](program)
