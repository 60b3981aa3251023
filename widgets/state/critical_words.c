/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/critical_words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *
critical_words_of (CriticalClass klass)
{
  /* Translators: what a part of a critical path is spent on, in a list: "compute 71.2 %, launch 28.8 %" */
  static const char *const titles[N_CRITICAL_CLASSES] = {
    [CRITICAL_COMPUTE] = N_ ("compute"), [CRITICAL_COMMUNICATION] = N_ ("communication"),
    [CRITICAL_MEMCPY] = N_ ("memcpy"),   [CRITICAL_LAUNCH] = N_ ("launch"),
    [CRITICAL_HOST] = N_ ("host"),       [CRITICAL_LOADER] = N_ ("data loader"),
    [CRITICAL_GAP] = N_ ("gaps"),
  };

  return _ (titles[klass]);
}

const char *
critical_words_for (const char *word)
{
  for (int klass = 0; klass < N_CRITICAL_CLASSES; klass++)
    if (strcmp (critical_class_word ((CriticalClass) klass), word) == 0)
      return critical_words_of ((CriticalClass) klass);
  return word;
}
