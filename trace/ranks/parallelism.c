/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/parallelism.h"

#include <stdbool.h>
#include <string.h>

#include <glib.h>

/* Words of names, in lower case and without digits at their end. */
static const struct
{
  const char *word;
  Parallelism parallelism;
} words[] = {
  { "data", PARALLELISM_DATA },          { "dp", PARALLELISM_DATA },      { "ddp", PARALLELISM_DATA },
  { "fsdp", PARALLELISM_DATA },          { "hsdp", PARALLELISM_DATA },    { "zero", PARALLELISM_DATA },
  { "tensor", PARALLELISM_TENSOR },      { "tp", PARALLELISM_TENSOR },    { "pipeline", PARALLELISM_PIPELINE },
  { "pipe", PARALLELISM_PIPELINE },      { "pp", PARALLELISM_PIPELINE },  { "expert", PARALLELISM_EXPERT },
  { "experts", PARALLELISM_EXPERT },     { "ep", PARALLELISM_EXPERT },    { "moe", PARALLELISM_EXPERT },
  { "context", PARALLELISM_CONTEXT },    { "cp", PARALLELISM_CONTEXT },   { "edp", PARALLELISM_DATA },
};

#define WORD_MAX 15 /* longer words are none of them */

static Parallelism
parallelism_of_word (const char *text, size_t length)
{
  char word[WORD_MAX + 1];

  while (length > 0 && g_ascii_isdigit (text[length - 1]))
    length--;
  if (length > WORD_MAX)
    return PARALLELISM_UNKNOWN;
  for (size_t i = 0; i < length; i++)
    word[i] = g_ascii_tolower (text[i]);
  word[length] = '\0';
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].word, word) == 0)
      return words[i].parallelism;
  return PARALLELISM_UNKNOWN;
}

Parallelism
parallelism_of_name (const char *name, size_t length)
{
  bool said[N_PARALLELISMS] = { false };
  Parallelism only = PARALLELISM_UNKNOWN;

  for (size_t begin = 0, end; begin < length; begin = end + 1)
    {
      for (end = begin; end < length && g_ascii_isalnum (name[end]);)
        end++;
      said[parallelism_of_word (name + begin, end - begin)] = true;
    }
  /* Megatron-LM's EXPERT_DATA_PARALLEL_GROUP and EXPERT_TENSOR_PARALLEL_GROUP: the experts' own groups of these kinds. */
  if (said[PARALLELISM_DATA] || said[PARALLELISM_TENSOR] || said[PARALLELISM_PIPELINE])
    said[PARALLELISM_EXPERT] = false;
  for (Parallelism i = PARALLELISM_UNKNOWN + 1; i < N_PARALLELISMS; i++)
    {
      if (said[i] && only != PARALLELISM_UNKNOWN)
        return PARALLELISM_UNKNOWN;
      if (said[i])
        only = i;
    }
  return only;
}

const char *
parallelism_word (Parallelism parallelism)
{
  static const char *const all[N_PARALLELISMS] = { NULL, "data", "tensor", "pipeline", "expert", "context" };

  return all[parallelism];
}
