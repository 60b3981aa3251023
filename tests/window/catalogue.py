# SPDX-License-Identifier: Apache-2.0
"""The texts of the window as translators get them."""

import os
import re
import subprocess

# Where users read. The command line is not translated: its words are a contract with scripts.
FOLDERS = ("app", "widgets", "trace/findings")
NOT_TRANSLATED = ("app/cli", "app/render", "app/report/")

# What the command line says as it stands and the window translates.
REASONS = ["trace/classify/" + name for name in (
    "category_rules.c", "name_class.c", "named_types.c", "precision_rules.c")]
TABLES = [*REASONS, "trace/compare/headline_text.c", "trace/health/health_words.c",
          "trace/model/profile_format.c", "trace/model/setting_version.c", *("trace/stats/tables/" + name for name in (
    "duration_table.c", "duration_table.h", "stat_tables.c", "table_allocations.c", "table_collective_sizes.c", "table_collectives.c", "table_critical.c", "table_host.c",
    "table_job_kernels.c", "table_kernels.c", "table_memory.c", "table_rank_steps.c", "table_rank_traffic.c",
    "table_steps.c"))]

KEYWORDS = ("_", "N_", "NN_:1,2", "C_:1c,2", "NC_:1c,2", "ngettext:1,2", "g_dngettext:2,3", "g_dpgettext2:2c,3")


def sources(root):
    """The files with such texts, from the root."""
    return TABLES + [os.path.relpath(os.path.join(folder, name), root)
            for top in FOLDERS for folder, _, names in sorted(os.walk(os.path.join(root, top)))
            if not os.path.relpath(folder, root).startswith(NOT_TRANSLATED)
            for name in sorted(names) if name.endswith(".c")]


def template(root):
    """The template, and what xgettext had to say of the sources."""
    result = subprocess.run(["xgettext", "--from-code=UTF-8", "--language=C",
                             *("--keyword=" + keyword for keyword in KEYWORDS), "-o", "-", *sources(root)],
                            cwd=root, capture_output=True, text=True, check=True)
    return result.stdout, result.stderr


def sources_with_texts(root):
    """Those of the C files that the template has a text of."""
    places = re.findall(r"^#: (.+)$", template(root)[0], re.M)
    return sorted({place.rpartition(":")[0] for line in places for place in line.split()})


def listed(root):
    """The files that the template is made of when somebody translates."""
    with open(os.path.join(root, "resources/po/POTFILES"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]
