/* SPDX-License-Identifier: Apache-2.0
 *
 * What changed most, in the user's language and with the user's signs of numbers. The facts, and the English sentences of
 * the command line, are those of trace/compare/headline.h. */

#pragma once

#include "widgets/compare/compared.h"
#include "widgets/look/number_text.h"

/* Returns sentences in plain text about all sides but the baseline, one or two each. Transfer full (g_strfreev ()). */
char **compare_sentences (const Compared *compared, const NumberStyle *numbers);
