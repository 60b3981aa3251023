/* SPDX-License-Identifier: Apache-2.0
 *
 * NCCL's names changed their order between versions (ncclKernel_AllReduce_RING_LL_Sum_float until 2.18,
 * ncclDevKernel_AllReduce_Sum_f32_RING_LL since). So words are recognised by their text, not by their position. */

#include "trace/naming/kernel_name.h"

#include <glib.h>

#include "trace/naming/scalar_type.h"

/* clang-format off */
static const struct
{
  const char *prefix;
  const char *family;
} libraries[] = {
  { "ncclSymkDevKernel_", "nccl symk" },
  { "ncclSymDevKernel_", "nccl sym" },
  { "ncclDevKernel_", "nccl" },
  { "ncclKernel_", "nccl" },
  { "mscclKernel_", "msccl" },
  { "rcclGenericKernel", "rccl" },
  { "ncclGenericKernel", "nccl" },
  { "rcclKernel_", "rccl" },
};
/* clang-format on */

typedef enum
{
  WORD_OTHER,
  WORD_COLLECTIVE,
  WORD_REDUCING, /* the collective computes, so its type and operator are meaningful */
  WORD_OPERATOR,
} WordKind;

/* clang-format off */
static const struct
{
  const char *word;
  WordKind kind;
} words[] = {
  { "AllReduce", WORD_REDUCING },
  { "ReduceScatter", WORD_REDUCING },
  { "Reduce", WORD_REDUCING },
  { "AllGather", WORD_COLLECTIVE },
  { "Broadcast", WORD_COLLECTIVE },
  { "SendRecv", WORD_COLLECTIVE },
  { "AllToAll", WORD_COLLECTIVE },
  { "AllToAllPivot", WORD_COLLECTIVE },
  { "AlltoAll", WORD_COLLECTIVE },
  { "Generic", WORD_COLLECTIVE },
  { "Gather", WORD_COLLECTIVE },
  { "Scatter", WORD_COLLECTIVE },
  { "Sum", WORD_OPERATOR },
  { "sum", WORD_OPERATOR },
  { "Prod", WORD_OPERATOR },
  { "Max", WORD_OPERATOR },
  { "Min", WORD_OPERATOR },
  { "MinMax", WORD_OPERATOR },
  { "PreMulSum", WORD_OPERATOR },
  { "SumPostDiv", WORD_OPERATOR },
};
/* clang-format on */

static WordKind
word_kind (TextSpan word)
{
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (span_is (word, words[i].word))
      return words[i].kind;
  return WORD_OTHER;
}

static bool
next_word (TextSpan identifier, size_t *at, TextSpan *ret_word)
{
  if (*at >= identifier.n)
    return false;
  /* int8_t and uint8_t contain the separator. */
  TextSpan rest = span_from (identifier, *at);
  ret_word->at = rest.at;
  ret_word->n = span_find (rest, "_");
  if (ret_word->n + 2 <= rest.n && rest.at[ret_word->n + 1] == 't'
      && (ret_word->n + 2 == rest.n || rest.at[ret_word->n + 2] == '_'))
    ret_word->n += 2;
  *at += ret_word->n + 1;
  return true;
}

bool
kernel_name_collective (TextSpan identifier, KernelName *ret_name)
{
  KernelName name = { 0 };
  ShortText algorithm = { 0 };
  bool reduces = false;
  const char *type = NULL;
  TextSpan word, reduction = { 0 };
  size_t at = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (libraries) && at == 0; i++)
    if (span_starts (identifier, libraries[i].prefix))
      {
        at = strlen (libraries[i].prefix);
        short_text_set (&name.family, span_of (libraries[i].family));
      }
  if (at == 0)
    return false;
  while (next_word (identifier, &at, &word))
    {
      WordKind kind = word_kind (word);

      if ((kind == WORD_COLLECTIVE || kind == WORD_REDUCING) && name.operation.n == 0)
        {
          short_text_set (&name.operation, word);
          reduces = kind == WORD_REDUCING;
        }
      else if (kind == WORD_OPERATOR)
        reduction = word;
      else if (type == NULL && scalar_type_of_token (word) != NULL)
        type = scalar_type_of_token (word);
      else if (word.n > 0 && !span_is (word, "nv")) /* __nv_bfloat16 */
        {
          if (algorithm.n > 0)
            short_text_add (&algorithm, SPAN ("_"));
          short_text_add (&algorithm, word);
        }
    }
  if (name.operation.n == 0)
    short_text_set (&name.operation, SPAN ("Generic"));
  /* Collectives that only copy carry the type and operator of the template that they share with reductions; ignore
   * both. */
  if (reduces && type != NULL)
    short_text_set (&name.type, span_of (type));
  if (reduces && reduction.n > 0 && g_ascii_strncasecmp (reduction.at, "sum", reduction.n) != 0)
    short_text_set (&name.detail, reduction);
  short_text_word (&name.family, short_text_span (&algorithm));
  *ret_name = name;
  return true;
}
