# SPDX-License-Identifier: Apache-2.0
"""Every text that a user reads goes through gettext: test_strings.py ROOT.

Calls that show a text are listed below; a string literal with a letter in it among their arguments has to be inside
_(), N_(), C_() or ngettext(). What xgettext then finds is what a translator gets.
"""

import os
import re
import sys
import unittest

import catalogue

ROOT = sys.argv.pop(1)

# Functions whose arguments are shown or read aloud.
SHOWS_TEXT = re.compile(r"""\b(
    gtk_label_(?:new|set_(?:text|label|markup))\w*
  | gtk_(?:check_|toggle_|menu_|link_)?button_(?:new_with_label|set_label) | gtk_button_new_with_mnemonic
  | gtk_widget_set_tooltip_(?:text|markup) | gtk_window_set_title | gtk_accessible_update_property
  | gtk_(?:search_)?entry_set_placeholder_text | gtk_inscription_(?:new|set_text) | gtk_text_buffer_set_text
  | gtk_file_chooser_native_new | gtk_file_filter_set_name | gtk_progress_bar_set_text | gtk_expander_new
  | gtk_stack_add_titled | adw_view_stack_add_titled\w* | adw_view_stack_page_set_title
  | adw_toast_new | adw_toast_set_(?:title|button_label) | adw_status_page_set_(?:title|description)
  | adw_window_title_(?:new|set_title|set_subtitle) | adw_about_window_set_\w*(?:comments|name)
  | adw_(?:preferences|action|expander|entry|combo)_\w*set_(?:title|subtitle)
  | g_menu_(?:append|append_submenu|append_section|item_new|item_new_submenu|item_new_section)
)\s*\(""", re.X)

# Arguments that are names for the program: actions, icons, style classes, child names, addresses.
FOR_PROGRAM = re.compile(r"""^(?:
    [a-z]+\.[a-z-]+(?:::?[\w-]+ | \([^)]*\))?
  | [a-z0-9]+(?:[-_][a-z0-9]+)*
  | https?://\S*
)$""", re.X)

TRANSLATES = re.compile(r"\b(?:_|N_|C_|NC_|ngettext|dngettext|g_dpgettext2|g_dngettext)\s*\($")

LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def skip_literal(text, at):
    """Past the string or character literal that begins here."""
    quote, at = text[at], at + 1
    while text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at + 1


def literals(text, at):
    """(offset, literal, is translated) of each string inside the call whose "(" is before `at`."""
    stack = [False]
    while stack:
        char = text[at]
        if char == '"':
            end = skip_literal(text, at)
            yield at, text[at + 1:end - 1], any(stack)
            at = end
            continue
        if char == "'":
            at = skip_literal(text, at)
            continue
        if char == "(":
            stack.append(TRANSLATES.search(text[max(0, at - 24):at + 1]) is not None)
        elif char == ")":
            stack.pop()
        at += 1


def untranslated(text):
    """(line, literal) of each text that is shown as it stands in the source."""
    text = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment.group()), text)
    for call in SHOWS_TEXT.finditer(text):
        for at, literal, translated in literals(text, call.end()):
            words = re.sub(r"%[-+0-9.]*(?:l{0,2}|[hzjt])[a-zA-Z]|\\.", "", literal)
            if not translated and re.search(r"[A-Za-z]", words) and not FOR_PROGRAM.match(literal):
                yield text.count("\n", 0, at) + 1, literal


# xgettext ends a text at a macro that it does not know, such as G_GINT64_FORMAT; it knows those of <inttypes.h>.
BROKEN = re.compile(r"(?<!\d)(?<!\d[ \u00a0\u202f])%$")

# A float in a format has the user's decimal separator, or none: numbers are written by number_text.h.
FORMAT = re.compile(r"%[-+ #0-9.*]*l?[fFeEgGaA]")


# Where trace/classify/ gives the reason of a precision, which the tables show in a tooltip.
REASON = re.compile(r"""(?:
    \bPRECISION_\w+,\s*(?:\d|RULE_\w+(?:\s*\|\s*RULE_\w+)*),
  | \bSLICE_MEM\w+,
  | \*ret_reason\s*=(?!=)
  | \bprecision_reason\s*=(?!=)
  | \#define\ NOTHING_SAID
)\s*(N_\s*\()?"((?:[^"\\\n]|\\.)*)\"""", re.X)

# Only the command line says why a kernel does its kind of work.
REASONS_OF_WORK = {"no word of a matrix product, convolution or attention"}


def reasons(text):
    """(is marked, literal) of each reason that stands in a source of trace/classify/."""
    return [(mark != "", literal) for mark, literal in REASON.findall(text)]


class TheCheckItself(unittest.TestCase):
    def found(self, code):
        return [literal for _, literal in untranslated(code)]

    def test_a_bare_text_is_found(self):
        self.assertEqual(self.found('gtk_label_new ("Open");'), ["Open"])
        self.assertEqual(self.found('gtk_widget_set_tooltip_text (w, on ? "Hide it" : NULL);'), ["Hide it"])
        self.assertEqual(self.found('gtk_accessible_update_property (a, ROLE_LABEL, "The axis", -1);'), ["The axis"])
        self.assertEqual(self.found('gtk_window_set_title (w, g_strdup_printf ("%s of Stepscope", x));'),
                         ["%s of Stepscope"])

    def test_a_translated_text_is_not(self):
        self.assertEqual(self.found('gtk_label_new (_("Open"));'), [])
        self.assertEqual(self.found('gtk_label_set_text (l, ngettext ("%d step", "%d steps", n));'), [])
        self.assertEqual(self.found('adw_toast_new (g_strdup_printf (_("%s unloaded"), name));'), [])

    def test_names_for_the_program_are_no_text(self):
        self.assertEqual(self.found('g_menu_append (m, _("Open"), "win.open");'), [])
        self.assertEqual(self.found('gtk_stack_add_titled (s, w, "connections", _("Connections"));'), [])
        self.assertEqual(self.found('gtk_label_new ("");  gtk_label_new ("%s \\n");'), [])

    def test_comments_and_brackets_in_literals_do_not_mislead(self):
        self.assertEqual(self.found('/* gtk_label_new ("Open") */ gtk_label_new (_("a) b"));'), [])
        self.assertEqual(self.found("gtk_label_new (c == ')' ? _(\"A\") : \"Plain words\");"), ["Plain words"])

    def test_reasons_are_found_marked_and_bare(self):
        self.assertEqual(reasons('{ "tf32", PRECISION_TF32, RULE_WORD | RULE_PRODUCT, "tf32 (f32)" },\n'
                                 '{ "x", PRECISION_INT8, 0, N_ ("a \\"word\\"") },'),
                         [(False, "tf32 (f32)"), (True, 'a \\"word\\"')])
        self.assertEqual(reasons('*ret_reason = "names both";  a.precision_reason = N_ ("float");'),
                         [(False, "names both"), (True, "float")])

    def test_a_line_is_the_line_of_the_text(self):
        self.assertEqual(list(untranslated('\n/* two\nlines */\ngtk_label_new (\n  "Open");')), [(5, "Open")])


class Sources(unittest.TestCase):
    def test_every_shown_text_is_translated(self):
        found = []
        for path in catalogue.sources(ROOT):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                found += [f'{path}:{line}: "{literal}"' for line, literal in untranslated(file.read())]
        self.assertEqual(found, [])

    def test_every_reason_of_a_precision_is_translated(self):
        template, _ = catalogue.template(ROOT)
        found = []
        for path in catalogue.REASONS:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                shown = reasons(file.read())
            self.assertTrue(shown, path)
            found += [f'{path}: "{literal}"' for is_marked, literal in shown
                      if not is_marked and literal not in REASONS_OF_WORK]
        self.assertEqual(found, [])
        for text in ("Inductor: named after operators, not types", "names both float and double",
                     "a memset that AMD's tools label as a kernel", "the name does not say"):
            self.assertIn(f'msgid "{text}"', template)

    def test_translators_are_given_every_file_with_texts(self):
        listed, wanted = catalogue.listed(ROOT), catalogue.sources_with_texts(ROOT)
        self.assertEqual(listed, sorted(set(listed)))
        self.assertEqual([path for path in wanted if path not in listed], [], "missing in resources/po/POTFILES")
        self.assertEqual([path for path in listed if path.endswith(".c") and path not in wanted], [],
                         "These listed files have no text to translate")
        self.assertEqual([path for path in listed if not os.path.exists(os.path.join(ROOT, path))], [])

    def test_translators_get_whole_sentences_without_floats(self):
        template, said = catalogue.template(ROOT)
        self.assertEqual(said, "")
        texts = ["".join(part[1:-1] for part in LITERAL.findall(block))
                 for block in re.findall(r'^msgid(?:_plural)? ((?:"[^\n]*"\n)+)', template, re.M)]
        self.assertGreater(len(texts), 50)
        for text in ("Open a GPU Profile", "No number includes them.", "%s of %s event", "%s of %s events"):
            self.assertIn(text, texts)
        self.assertEqual([text for text in texts if BROKEN.search(text)], [],
                         "broken off at a macro; write the number as text, or with one of PRI*64")
        self.assertEqual([text for text in texts if FORMAT.search(text.replace("%%", ""))], [])
        self.assertEqual([text for text in texts if text != text.strip() and text.strip()], [],
                         "begins or ends with a space: a part of a sentence?")


if __name__ == "__main__":
    unittest.main()
