# SPDX-License-Identifier: Apache-2.0
"""A translation for looking at: every text as it is, but with accents and 40 % longer: pseudo.py ROOT LOCALE_FOLDER.

What stays plain is not translated; what is cut or overlaps would be so in German. Use it with
STEPSCOPE_LOCALEDIR=LOCALE_FOLDER LANGUAGE=en_XA.
"""

import os
import re
import subprocess
import sys

import catalogue

LANGUAGE = "en_XA"
GROWTH = 0.4
ACCENTED = str.maketrans("aeiouyAEIOUcnsz", "áéíöüýÁÉÍÖÜçñšž")

# A conversion of printf, one that gettext expands on its own machine, a backslash escape, or a mnemonic.
KEPT = re.compile(r"%(?:\d+\$)?<PRI\w+>|%[-+ #0-9.*']*(?:\d+\$)?(?:hh?|ll?|[zjt])?[diouxXeEfgGaAcs%]|\\.|_(?=\w)")

HEADER = r"""msgid ""
msgstr ""
"Language: en_XA\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"

"""


def lengthened(text):
    """text: as between the quotes of a C literal."""
    if not re.search(r"[A-Za-z]", KEPT.sub("", text)):
        return text
    parts, at = [], 0
    for kept in KEPT.finditer(text):
        parts += [text[at:kept.start()].translate(ACCENTED), kept.group()]
        at = kept.end()
    parts.append(text[at:].translate(ACCENTED))
    whole = "".join(parts)
    body, ellipsis = (whole[:-1], "…") if whole.endswith("…") else (whole, "")
    end = "\\n" if body.endswith("\\n") else ""
    body = body[:len(body) - len(end)]
    return body + "·" * max(1, round(len(text) * GROWTH)) + ellipsis + end


def _literal(block, keyword):
    """The text after the keyword, over as many quoted lines as it has; None: it is not there."""
    match = re.search(rf'^{re.escape(keyword)} ((?:"[^\n]*"(?:\n|$))+)', block, re.M)
    return "".join(re.findall(r'"(.*)"', match.group(1))) if match else None


def translated(template):
    """The catalogue of a template made by xgettext."""
    entries = [HEADER]
    for block in re.split(r"\n\n+", template)[1:]:
        context, text = _literal(block, "msgctxt"), _literal(block, "msgid")
        plural = _literal(block, "msgid_plural")
        if not text:
            continue
        flags = "".join(line + "\n" for line in block.split("\n") if line.startswith("#,") and "fuzzy" not in line)
        entry = flags + (f'msgctxt "{context}"\n' if context is not None else "") + f'msgid "{text}"\n'
        if plural is None:
            entry += f'msgstr "{lengthened(text)}"\n'
        else:
            entry += f'msgid_plural "{plural}"\nmsgstr[0] "{lengthened(text)}"\nmsgstr[1] "{lengthened(plural)}"\n'
        entries.append(entry + "\n")
    return "".join(entries)


def install(root, locale_folder):
    """Writes LOCALE_FOLDER/en_XA/LC_MESSAGES/stepscope.mo."""
    folder = os.path.join(locale_folder, LANGUAGE, "LC_MESSAGES")
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["msgfmt", "--check-format", "-o", os.path.join(folder, "stepscope.mo"), "-"],
                   input=translated(catalogue.template(root)[0]), text=True, check=True)


if __name__ == "__main__":
    install(*sys.argv[1:3])
