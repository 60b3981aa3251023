/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/kernel_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/classify/kernel_class.h"
#include "trace/classify/precision.h"
#include "trace/text/trace_error.h"

/* One list per kind; a list ends in a rule without a pattern. The texts of the rules are owned. */
struct KernelRules
{
  NameRule *of_kind[N_RULE_KINDS];
  size_t n[N_RULE_KINDS];
};

static KernelRules *installed;

typedef struct
{
  const char *word;
  uint8_t value;
} ValueWord;

static const ValueWord categories[] = { { "compute", KERNEL_COMPUTE },
                                        { "communication", KERNEL_COMMUNICATION },
                                        { NULL, 0 } };
static const ValueWord works[] = { { "gemm", KERNEL_WORK_GEMM_CONV },
                                   { "attention", KERNEL_WORK_ATTENTION },
                                   { "other", KERNEL_WORK_OTHER_COMPUTE },
                                   { NULL, 0 } };
static const ValueWord tensor_cores[] = { { "yes", TENSOR_CORE_YES },
                                          { "no", TENSOR_CORE_NO },
                                          { "unknown", TENSOR_CORE_UNKNOWN },
                                          { NULL, 0 } };

/* values is NULL for those of Precision. */
static const struct
{
  const char *word;
  const ValueWord *values;
  const char *choice;
} kinds[N_RULE_KINDS] = {
  [RULE_KIND_CATEGORY] = { "category", categories, "compute or communication" },
  [RULE_KIND_WORK] = { "work", works, "gemm, attention or other" },
  [RULE_KIND_PRECISION] = { "precision", NULL,
                            "fp64, fp32, tf32, fp16, bf16, fp8, fp4, int64, int32, int8, w4 or unknown" },
  [RULE_KIND_TENSOR_CORE] = { "tensor_core", tensor_cores, "yes, no or unknown" },
};

/* ---- a line ---- */

typedef struct
{
  const char *at, *end;
  const char *path;
  unsigned line;
} Reading;

static bool fail (const Reading *reading, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static bool
fail (const Reading *reading, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *path = g_filename_display_name (reading->path);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "%s, line %u: %s", path, reading->line, what);
  return false;
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static void
skip_blanks (Reading *reading)
{
  while (reading->at < reading->end && is_blank (*reading->at))
    reading->at++;
}

/* Takes a word, or the text between quotes, where \" stands for a quote, and returns it in lower case.
 * Returns NULL if a quote is not closed, and "" at the end of the line and before a comment. */
static char *
take_word (Reading *reading)
{
  g_autoptr (GString) word = g_string_new (NULL);
  bool is_quoted;

  skip_blanks (reading);
  is_quoted = reading->at < reading->end && *reading->at == '"';
  reading->at += is_quoted;
  while (reading->at < reading->end)
    {
      char c = *reading->at;

      if (is_quoted ? c == '"' : is_blank (c) || (c == '#' && word->len == 0))
        break;
      if (is_quoted && c == '\\' && reading->end - reading->at > 1 && reading->at[1] == '"')
        c = *++reading->at;
      g_string_append_c (word, g_ascii_tolower (c));
      reading->at++;
    }
  if (is_quoted && reading->at == reading->end)
    return NULL;
  reading->at += is_quoted;
  return g_string_free (g_steal_pointer (&word), FALSE);
}

static bool
kind_of_word (const char *word, RuleKind *ret_kind)
{
  for (int i = 0; i < N_RULE_KINDS; i++)
    if (strcmp (kinds[i].word, word) == 0)
      {
        *ret_kind = (RuleKind) i;
        return true;
      }
  return false;
}

static bool
value_of_word (RuleKind kind, const char *word, uint8_t *ret_value)
{
  Precision precision;

  if (kinds[kind].values == NULL)
    {
      if (!precision_of_word (word, &precision))
        return false;
      *ret_value = (uint8_t) precision;
      return true;
    }
  for (const ValueWord *value = kinds[kind].values; value->word != NULL; value++)
    if (strcmp (value->word, word) == 0)
      {
        *ret_value = value->value;
        return true;
      }
  return false;
}

/* Takes what follows the rule: nothing, or a comment, which becomes its reason. */
static bool
take_reason (Reading *reading, char **ret_reason, GError **error)
{
  g_autofree char *path = g_path_get_basename (reading->path);

  skip_blanks (reading);
  if (reading->at < reading->end && *reading->at != '#')
    return fail (
      reading, error,
      "there is something after the kind, the pattern and the value; put quotes around a pattern with blanks, and # before a comment.");
  while (reading->at < reading->end && (*reading->at == '#' || is_blank (*reading->at)))
    reading->at++;

  size_t length = MIN ((size_t) (reading->end - reading->at), KERNEL_RULES_REASON_BYTES);
  g_autofree char *comment = g_strndup (reading->at, length);
  g_strchomp (comment);
  *ret_reason = *comment != '\0' ? g_utf8_make_valid (comment, -1)
                                 : g_strdup_printf ("rule in line %u of %s", reading->line, path);
  return true;
}

/* Reports what is wrong with the first word of a line. */
static bool
fail_kind (const Reading *reading, const char *word, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (word, -1);

  return fail (reading, error,
               "\"%s\" is not a kind of rule; begin with category, work, precision or tensor_core.", shown);
}

static bool
parse_line (KernelRules *rules, Reading *reading, GError **error)
{
  g_autofree char *kind_word = take_word (reading), *pattern = NULL, *value_word = NULL, *reason = NULL;
  const char *problem;
  RuleKind kind;
  uint8_t value;

  if (kind_word != NULL && *kind_word == '\0')
    return true;
  if (kind_word == NULL || !kind_of_word (kind_word, &kind))
    return fail_kind (reading, kind_word != NULL ? kind_word : "\"", error);
  if ((pattern = take_word (reading)) == NULL || (value_word = take_word (reading)) == NULL)
    return fail (reading, error, "a quote is not closed.");
  if ((problem = name_pattern_check (pattern)) != NULL)
    return fail (reading, error, "the pattern %s; write KIND PATTERN VALUE.", problem);
  if (!value_of_word (kind, value_word, &value))
    {
      g_autofree char *shown = g_utf8_make_valid (value_word, -1);
      return fail (reading, error, "\"%s\" is not a valid %s; write %s.", shown, kinds[kind].word,
                   kinds[kind].choice);
    }
  if (kernel_rules_count (rules) == KERNEL_RULES_MAX)
    return fail (reading, error, "there are more than %d rules; join some with * or leave some out.",
                 KERNEL_RULES_MAX);
  if (!take_reason (reading, &reason, error))
    return false;
  rules->of_kind[kind][rules->n[kind]++] =
    (NameRule){ g_steal_pointer (&pattern), value, 0, g_steal_pointer (&reason) };
  return true;
}

/* ---- a file ---- */

static KernelRules *
rules_new (GError **error)
{
  KernelRules *rules = calloc (1, sizeof *rules);
  bool ok = rules != NULL;

  for (int i = 0; i < N_RULE_KINDS && ok; i++)
    ok = (rules->of_kind[i] = calloc (KERNEL_RULES_MAX + 1, sizeof *rules->of_kind[i])) != NULL;
  if (ok)
    return rules;
  kernel_rules_free (rules);
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for the kernel rules.");
  return NULL;
}

KernelRules *
kernel_rules_parse (const char *text, size_t length, const char *path, GError **error)
{
  g_autoptr (KernelRules) rules = rules_new (error);
  Reading reading = { .at = text, .path = path };
  const char *end = text + length;

  if (rules == NULL)
    return NULL;
  for (const char *begin = text; begin < end; begin = reading.end + 1)
    {
      const char *newline = memchr (begin, '\n', (size_t) (end - begin));

      reading.line++;
      reading.at = begin;
      reading.end = newline != NULL ? newline : end;
      if (reading.end - begin > KERNEL_RULES_LINE_BYTES)
        {
          fail (&reading, error, "the line is longer than %d bytes; divide it.", KERNEL_RULES_LINE_BYTES);
          return NULL;
        }
      if (memchr (begin, '\0', (size_t) (reading.end - begin)) != NULL)
        {
          fail (&reading, error, "the line contains a NUL byte; rules are text.");
          return NULL;
        }
      if (!parse_line (rules, &reading, error))
        return NULL;
    }
  return g_steal_pointer (&rules);
}

static bool
fail_file (const char *path, const char *what, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "The kernel rules in %s cannot be read: %s.",
               shown, what);
  return false;
}

/* text has room for KERNEL_RULES_FILE_BYTES + 1. */
static bool
read_file (const char *path, char *text, size_t *ret_length, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  size_t length = 0;
  ssize_t n = 1;

  if (fd < 0)
    return fail_file (path, g_strerror (errno), error);
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      close (fd);
      return fail_file (path, "it is not a file", error);
    }
  while (n > 0 && length <= KERNEL_RULES_FILE_BYTES)
    {
      n = read (fd, text + length, KERNEL_RULES_FILE_BYTES + 1 - length);
      if (n > 0)
        length += (size_t) n;
      else if (n < 0 && errno == EINTR)
        n = 1;
    }
  int reason = errno;
  close (fd);
  if (n < 0)
    return fail_file (path, g_strerror (reason), error);
  if (length > KERNEL_RULES_FILE_BYTES)
    return fail_file (path, "it is larger than 1 MiB", error);
  *ret_length = length;
  return true;
}

KernelRules *
kernel_rules_load (const char *path, GError **error)
{
  char *text = malloc (KERNEL_RULES_FILE_BYTES + 1);
  KernelRules *rules = NULL;
  size_t length = 0;

  if (text == NULL)
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                           "Not enough memory for the kernel rules.");
      return NULL;
    }
  if (read_file (path, text, &length, error))
    rules = kernel_rules_parse (text, length, path, error);
  free (text);
  return rules;
}

void
kernel_rules_free (KernelRules *rules)
{
  if (rules == NULL)
    return;
  for (int kind = 0; kind < N_RULE_KINDS; kind++)
    {
      for (size_t i = 0; i < rules->n[kind]; i++)
        {
          g_free ((char *) rules->of_kind[kind][i].pattern);
          g_free ((char *) rules->of_kind[kind][i].reason);
        }
      free (rules->of_kind[kind]);
    }
  free (rules);
}

size_t
kernel_rules_count (const KernelRules *rules)
{
  size_t n = 0;

  for (int kind = 0; kind < N_RULE_KINDS; kind++)
    n += rules->n[kind];
  return n;
}

/* ---- installed rules ---- */

void
kernel_rules_install (KernelRules *rules)
{
  kernel_rules_free (installed);
  installed = rules;
}

size_t
kernel_rules_installed (void)
{
  return installed != NULL ? kernel_rules_count (installed) : 0;
}

const NameRule *
kernel_rules_find (RuleKind kind, const NameText *name)
{
  return installed != NULL ? name_rule_find (installed->of_kind[kind], name) : NULL;
}
