/* SPDX-License-Identifier: Apache-2.0
 *
 * What a part of a critical path is spent on, in words. Results are translated and static. Any thread. */

#pragma once

#include "trace/critical/critical_class.h"

/* Returns "data loader". */
const char *critical_words_of (CriticalClass klass);

/* Returns the same for the word of a class (critical_class_word ()); for any other word, that word. */
const char *critical_words_for (const char *word);
