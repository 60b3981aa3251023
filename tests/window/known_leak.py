# SPDX-License-Identifier: Apache-2.0
"""A report of leaks without those that are known to be of a library, and have no stack that a suppression could name."""

import re

# What GIO's copy of xdgmime has not freed yet when the program ends while a file chooser asks for kinds of files: of all
# that is in libgio it alone calls malloc () itself.
LEAK_OF_MIME = re.compile(r"(?:Direct|Indirect) leak of [^\n]*\n"
                          r" +#0 [^\n]* in __interceptor_(?:malloc|calloc|realloc|strdup) [^\n]*\n"
                          r" +#1 [^\n]*/libgio-2\.0\.so\.0\+0x[0-9a-f]+\)[^\n]*\n(?! +#2 )")
LEAK_REPORT = re.compile(r"==\d+==ERROR: LeakSanitizer: [^\n]*\n|SUMMARY: AddressSanitizer: [^\n]* leaked [^\n]*\n")


def without_leaks_of_mime(said):
    rest = LEAK_OF_MIME.sub("", said)
    return rest if "leak of" in rest else LEAK_REPORT.sub("", rest)
