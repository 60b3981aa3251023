# SPDX-License-Identifier: Apache-2.0
"""On real traces, no name of a kernel contradicts its precision without a reason that the rule states.

The name shows the type that the kernel's function works on, both where it converts ("copy f64->bf16"); the precision is
that of the tensors of its launch (trace/classify/kernel_classes.h). These may differ in one way only: the name has no
floating type (a sort of keys, a copy of bytes within an operator of floats), and the tensors decided.
"""

import os
import re
import sys
import unittest

import traces

PROGRAM = sys.argv.pop(1)

CLASSES = {"f64": "fp64", "f32": "fp32", "tf32": "tf32", "f16": "fp16", "bf16": "bf16", "f8e4m3": "fp8", "f8e5m2": "fp8",
           "f8": "fp8", "fp8": "fp8", "mxfp8": "fp8", "f4e2m1": "fp4", "fp4": "fp4", "mxfp4": "fp4", "i64": "int64",
           "u64": "int64", "i32": "int32", "u32": "int32", "i8": "int8", "c64": "fp32", "c128": "fp64", "c32": "fp16"}
WITHOUT_CLASS = {"i16", "u16", "u8", "bool", "1B", "2B", "4B", "8B", "16B", "any"}
WHOLE = {"int64", "int32", "int8", None}
TYPE = "(?:" + "|".join(sorted(CLASSES.keys() | WITHOUT_CLASS, key=len, reverse=True)) + ")"
TYPES = re.compile(rf"(?<=\s){TYPE}(?:(?:->|\||x){TYPE})*(?=\s|$)")


def paths():
    return traces.files("kineto", "chrome_other", "rocm") + traces.files("kineto_multirank")[:2]


def shown_names(path):
    """The display names of the report "classes", in its order."""
    result = traces.run(PROGRAM, "stats", path, "--cache", "--report", "classes", "--md")
    for line in result.stdout.decode().splitlines():
        if found := re.match(r"\| (`+) ?(.*?) ?\1 \|", line):
            yield found[2].replace("\\|", "|")


def types_of(shown, exact):
    """The types that a name shows, in the order of the name; none of one that is shown as it is."""
    if shown == exact:
        return []
    found = TYPES.search(re.sub(r" <[^>]*>$", "", shown.split(" · ")[0]))
    return re.findall(TYPE, found[0]) if found else []


def contradiction(types, precision, is_by_tensors):
    """Why a name of these types may not have that precision; None if it may."""
    classes = [CLASSES.get(x) for x in types]
    if not types or precision is None or precision in classes:
        return None
    if all(x in WHOLE for x in classes):
        return None if is_by_tensors else "the name decided, and shows another type"
    return "it shows a floating type of another class, and no conversion from it"


class NamesAndPrecision(unittest.TestCase):
    def check_rows(self, path):
        """Every row of the table. Returns {exact name: (types, whether tensors decided some launch)}, how many convert."""
        rows = traces.output(PROGRAM, "stats", path, "--cache", "--report", "classes")["classes"]
        shown = list(shown_names(path))
        self.assertEqual(len(shown), len(rows))
        said = {}
        for name, row in zip(shown, rows):
            types = types_of(name, row["name"])
            precision = None if row["precision"] == "unknown" else row["precision"]
            by_tensors = row["launches_by_tensors"] > 0
            said[row["name"]] = types, by_tensors
            with self.subTest(path=os.path.basename(path), name=name, precision=precision,
                              reason=row["precision_reason"]):
                self.assertIsNone(contradiction(types, precision, by_tensors))
                self.assertTrue(row["precision_reason"])
        return said, sum("->" in x for x in shown)

    def check_launches(self, path, said):
        """Every launch, as the groups by launch and the details show them."""
        for row in traces.output(PROGRAM, "query", path, "--cache", "select distinct name, precision from kernel join "
                                 "slice on slice.id = slice_id")["rows"]:
            name, precision = row.values() if isinstance(row, dict) else row
            if name not in said:
                continue
            with self.subTest(path=os.path.basename(path), name=name, precision=precision):
                self.assertIsNone(contradiction(said[name][0], precision, said[name][1]))

    def test_no_name_contradicts_its_precision(self):
        self.enterContext(traces.own_cache())
        n_named = n_converting = 0
        for path in paths():
            said, n = self.check_rows(path)
            self.check_launches(path, said)
            n_named += sum(bool(types) for types, _ in said.values())
            n_converting += n
        self.assertGreater(n_named, 1000)
        self.assertGreater(n_converting, 30)


if __name__ == "__main__":
    traces.require()
    unittest.main()
