# SPDX-License-Identifier: Apache-2.0
"""Reads an HTML report strictly: whatever is not well formed, reaches out, or could run is an error."""

import base64
import hashlib
import html.parser
import re

VOID = {"meta", "br", "hr", "img", "input", "link", "col", "path", "use", "rect", "image", "circle", "line"}

# All that a report consists of. A name of a trace that became markup would not be among them.
ELEMENTS = {"html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "nav", "ul", "li", "a", "main",
            "section", "p", "code", "span", "div", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td",
            "figure", "figcaption", "footer", "script"}
PICTURE = {"svg", "desc", "defs", "g", "symbol", "path", "use", "clippath", "rect", "image", "title", "mask", "filter",
           "lineargradient", "stop", "pattern"}
BIDI = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Page(html.parser.HTMLParser):
    """The parts of a report that tests ask for."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.text_of_page, self.stack, self.ids, self.targets = text, [], [], []
        self.tables, self.headings, self.pictures, self.language, self.policy = [], [], 0, None, None
        self.style, self.script, self.texts, self.titles = "", "", [], []
        assert not CONTROL.search(text), CONTROL.search(text)
        assert not BIDI.search(text), BIDI.search(text)
        assert text.startswith("<!DOCTYPE html>\n")
        self.feed(text)
        self.close()
        assert self.stack == [], self.stack
        assert len(self.ids) == len(set(self.ids)), "ids are not unique"
        assert set(self.targets) <= set(self.ids), set(self.targets) - set(self.ids)
        self.check_policy()

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        values = dict(attributes)
        assert len(names) == len(set(names)), (tag, names)
        assert tag in (PICTURE if "svg" in self.stack or tag == "svg" else ELEMENTS), (tag, self.getpos())
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("style", "src", "srcset", "action", "xlink:href"), (tag, name)
            if name == "href":
                assert value.startswith("#") or (tag == "image" and value.startswith("data:image/png;base64,")), value
                if value.startswith("#"):
                    self.targets.append(value[1:])
            if name == "id":
                self.ids.append(value)
            for reference in re.findall(r"url\(([^)]*)\)", value or ""):
                assert reference.startswith("#"), value
                self.targets.append(reference[1:])
            if name in ("aria-labelledby", "aria-describedby"):
                self.targets += value.split()
        if tag == "html":
            self.language = values.get("lang")
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag == "th":
            assert values.get("scope") in ("col", "row"), attributes
        if tag == "svg":
            self.pictures += 1
            assert values.get("role") == "img" and values.get("aria-label"), attributes
        if tag == "table":
            self.tables.append({"title": "", "head": [], "rows": []})
        if tag == "tr" and "tbody" in self.stack:
            self.tables[-1]["rows"].append([])
        if tag in ("td", "th") and "tbody" in self.stack:
            self.tables[-1]["rows"][-1].append({"text": "", "exact": values.get("data-n")})
        if tag == "th" and "thead" in self.stack:
            self.tables[-1]["head"].append("")
        if tag in ("h1", "h2", "h3"):
            self.headings.append((int(tag[1]), ""))
        if tag not in VOID:
            self.stack.append(tag)
        else:
            assert "svg" in self.stack or tag == "meta", tag

    def handle_startendtag(self, tag, attributes):
        before = list(self.stack)
        self.handle_starttag(tag, attributes)
        self.stack = before

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1] == tag, (tag, self.stack, self.getpos())
        self.stack.pop()

    def handle_comment(self, data):
        raise AssertionError(("a comment", data[:80]))

    def handle_data(self, data):
        top = self.stack[-1] if self.stack else None
        if top == "style":
            self.style += data
        elif top == "script":
            self.script += data
        else:
            self.texts.append(data)
        if "caption" in self.stack:
            self.tables[-1]["title"] += data
        elif "tbody" in self.stack:
            if self.stack[-1] in ("td", "th", "code"):
                self.tables[-1]["rows"][-1][-1]["text"] += data
        elif "thead" in self.stack and "th" in self.stack:
            self.tables[-1]["head"][-1] += data
        for level in (1, 2, 3):
            if f"h{level}" in self.stack:
                self.headings[-1] = (level, self.headings[-1][1] + data)

    def check_policy(self):
        def hashed(text):
            return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

        assert self.policy.startswith("default-src 'none'; "), self.policy
        assert f"style-src {hashed(self.style)};" in self.policy
        assert f"script-src {hashed(self.script)};" in self.policy
        assert "unsafe" not in self.policy and "http" not in self.policy and "*" not in self.policy
        assert "url(" not in self.style and "@import" not in self.style
        assert set(re.findall(r"var\((--[a-z0-9]+)\)", self.text_of_page)) <= set(re.findall(r"(--[a-z0-9]+):", self.style))

    def table(self, title):
        """The one with that title: rows of {head: cell}."""
        found, = (table for table in self.tables if table["title"] == title)
        return [dict(zip(found["head"], row)) for row in found["rows"]]

    def facts(self, title):
        return {row["figure"]["text"]: row["value"] for row in self.table(title)}
