/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/slice_name_kind.h"

#include <glib.h>
#include <string.h>

#include "trace/naming/text_span.h"

static bool
is_word_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns the length of the word at the begin of the name: letters, digits and underscores, not beginning with a
 * digit. */
static size_t
word_length (TextSpan name)
{
  size_t n = 0;

  if (name.n > 0 && g_ascii_isdigit (name.at[0]))
    return 0;
  while (n < name.n && is_word_character (name.at[n]))
    n++;
  return n;
}

/* Microsoft's compiler puts the keyword before the name of a type. */
static TextSpan
without_keyword (TextSpan name)
{
  static const char *const keywords[] = { "struct ", "class " };

  for (size_t i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (span_starts (name, keywords[i]))
      return span_from (name, strlen (keywords[i]));
  return name;
}

/* A signature in brackets means a kernel, except for the nodes of PyTorch's own graph, which have the names of
 * types. */
static bool
is_qualified (TextSpan name)
{
  name = without_keyword (name);
  size_t n = word_length (name);

  if (n == 0 || name.n - n < 3 || name.at[n] != ':' || name.at[n + 1] != ':'
      || !is_word_character (name.at[n + 2]))
    return false;
  return span_starts (name, "torch::") || span_starts (name, "autograd::") || !span_has (name, "(");
}

/* "AddmmBackward0", "MyFunctionBackward" */
static bool
is_backward_node (TextSpan name)
{
  TextSpan word = name;

  while (word.n > 0 && g_ascii_isdigit (word.at[word.n - 1]))
    word.n--;
  return word.n > strlen ("Backward") && span_ends (word, "Backward") && word_length (name) == name.n;
}

static bool
is_operator (TextSpan name)
{
  return is_qualified (name) || is_backward_node (name) || span_is (name, "record_param_comms");
}

static bool
is_call (TextSpan name)
{
  static const char *const prefixes[] = { "cuda", "hip", "cu" };

  for (size_t i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      size_t n = strlen (prefixes[i]);

      if (name.n > n && span_starts (name, prefixes[i]) && g_ascii_isupper (name.at[n]))
        return word_length (name) == name.n;
    }
  return false;
}

static bool
is_range_of_pytorch (TextSpan name)
{
  return slice_name_is_profiler_step (name.at, name.n) || span_starts (name, "enumerate(DataLoader)#")
         || span_starts (name, "DistributedDataParallel.")
         || (span_starts (name, "Optimizer.") && span_has (name, "#"));
}

SliceKind
slice_kind_of_host_name (const char *name, size_t length)
{
  TextSpan whole = { name, length };

  if (is_operator (whole))
    return SLICE_OPERATOR;
  if (is_call (whole))
    return SLICE_CALL;
  return is_range_of_pytorch (whole) ? SLICE_ANNOTATION : SLICE_OTHER;
}

SliceKind
slice_kind_of_device_name (const char *name, size_t length)
{
  static const struct
  {
    const char *prefix;
    SliceKind kind;
  } kinds[] = {
    { "Memcpy", SLICE_MEMCPY },
    { "[CUDA memcpy ", SLICE_MEMCPY },
    { "Memset", SLICE_MEMSET },
    { "[CUDA memset", SLICE_MEMSET },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (span_starts ((TextSpan){ name, length }, kinds[i].prefix))
      return kinds[i].kind;
  return SLICE_KERNEL;
}

size_t
slice_name_profiler_step_head (const char *name, size_t length)
{
  size_t n = strlen ("ProfilerStep");

  if (!span_starts ((TextSpan){ name, length }, "ProfilerStep"))
    return 0;
  while (n < length && name[n] == ' ')
    n++;
  if (n == length || name[n] != '#')
    return 0;
  for (n++; n < length && name[n] == ' ';)
    n++;
  return n;
}

bool
slice_name_is_profiler_step (const char *name, size_t length)
{
  return slice_name_profiler_step_head (name, length) > 0;
}

bool
slice_name_is_module (const char *name, size_t length)
{
  return length > strlen ("nn.Module: ") && span_starts ((TextSpan){ name, length }, "nn.Module: ");
}

bool
slice_name_is_aten (const char *name, size_t length)
{
  return length > strlen ("aten::") && span_starts ((TextSpan){ name, length }, "aten::");
}

bool
slice_name_is_bare_operator (const char *name, size_t length)
{
  if (length == 0 || word_length ((TextSpan){ name, length }) != length)
    return false;
  for (size_t i = 0; i < length; i++)
    if (g_ascii_isupper (name[i]))
      return false;
  return true;
}

bool
slice_name_is_device_work (const char *name, size_t length)
{
  TextSpan whole = { name, length };

  return span_starts (whole, "void ") || slice_kind_of_device_name (name, length) != SLICE_KERNEL
         || (word_length (whole) > 0 && span_has (whole, "::") && span_has (whole, "("));
}
