/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/slice_name_kind.h"

#include <glib.h>
#include <string.h>

static bool
begins_with (const char *name, size_t length, const char *prefix)
{
  return length >= strlen (prefix) && memcmp (name, prefix, strlen (prefix)) == 0;
}

static bool
is_word_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns the length of the word at the begin of the name: letters, digits and underscores, not beginning with a
 * digit. */
static size_t
word_length (const char *name, size_t length)
{
  size_t n = 0;

  if (length > 0 && g_ascii_isdigit (name[0]))
    return 0;
  while (n < length && is_word_character (name[n]))
    n++;
  return n;
}

/* Microsoft's compiler puts the keyword before the name of a type. */
static void
pass_keyword (const char **name, size_t *length)
{
  static const char *const keywords[] = { "struct ", "class " };

  for (size_t i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (begins_with (*name, *length, keywords[i]))
      {
        *name += strlen (keywords[i]);
        *length -= strlen (keywords[i]);
        return;
      }
}

/* A signature in brackets means a kernel, except for the nodes of PyTorch's own graph, which have the names of
 * types. */
static bool
is_qualified (const char *name, size_t length)
{
  size_t n;

  pass_keyword (&name, &length);
  n = word_length (name, length);
  if (n == 0 || length - n < 3 || name[n] != ':' || name[n + 1] != ':' || !is_word_character (name[n + 2]))
    return false;
  return begins_with (name, length, "torch::") || begins_with (name, length, "autograd::")
         || memchr (name, '(', length) == NULL;
}

/* "AddmmBackward0", "MyFunctionBackward" */
static bool
is_backward_node (const char *name, size_t length)
{
  static const char word[] = "Backward";
  size_t n = length;

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  return n > strlen (word) && memcmp (name + n - strlen (word), word, strlen (word)) == 0
         && word_length (name, length) == length;
}

static bool
is_operator (const char *name, size_t length)
{
  static const char communication[] = "record_param_comms";

  return is_qualified (name, length) || is_backward_node (name, length)
         || (length == strlen (communication) && memcmp (name, communication, length) == 0);
}

static bool
is_call (const char *name, size_t length)
{
  static const char *const prefixes[] = { "cuda", "hip", "cu" };

  for (size_t i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      size_t n = strlen (prefixes[i]);

      if (length > n && begins_with (name, length, prefixes[i]) && g_ascii_isupper (name[n]))
        return word_length (name, length) == length;
    }
  return false;
}

static bool
is_range_of_pytorch (const char *name, size_t length)
{
  return slice_name_is_profiler_step (name, length) || begins_with (name, length, "enumerate(DataLoader)#")
         || begins_with (name, length, "DistributedDataParallel.")
         || (begins_with (name, length, "Optimizer.") && memchr (name, '#', length) != NULL);
}

SliceKind
slice_kind_of_host_name (const char *name, size_t length)
{
  if (is_operator (name, length))
    return SLICE_OPERATOR;
  if (is_call (name, length))
    return SLICE_CALL;
  return is_range_of_pytorch (name, length) ? SLICE_ANNOTATION : SLICE_OTHER;
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
    if (begins_with (name, length, kinds[i].prefix))
      return kinds[i].kind;
  return SLICE_KERNEL;
}

size_t
slice_name_profiler_step_head (const char *name, size_t length)
{
  size_t n = strlen ("ProfilerStep");

  if (!begins_with (name, length, "ProfilerStep"))
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
  return length > strlen ("nn.Module: ") && begins_with (name, length, "nn.Module: ");
}

bool
slice_name_is_aten (const char *name, size_t length)
{
  return length > strlen ("aten::") && begins_with (name, length, "aten::");
}

bool
slice_name_is_bare_operator (const char *name, size_t length)
{
  if (length == 0 || word_length (name, length) != length)
    return false;
  for (size_t i = 0; i < length; i++)
    if (g_ascii_isupper (name[i]))
      return false;
  return true;
}

bool
slice_name_is_device_work (const char *name, size_t length)
{
  return begins_with (name, length, "void ") || slice_kind_of_device_name (name, length) != SLICE_KERNEL
         || (word_length (name, length) > 0 && memmem (name, length, "::", 2) != NULL
             && memchr (name, '(', length) != NULL);
}
