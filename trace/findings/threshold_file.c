/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/threshold_file.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "trace/findings/finding_rules.h"
#include "trace/text/trace_error.h"

#define ENABLED "enabled"

/* ---- reading ---- */

static char *
read_text (const char *path, size_t *ret_n, GError **error)
{
  g_autofree char *text = g_malloc (THRESHOLD_FILE_MAX_BYTES + 1);
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  size_t n = 0;
  ssize_t got = -1;

  if (file >= 0)
    {
      while (n <= THRESHOLD_FILE_MAX_BYTES
             && (got = read (file, text + n, THRESHOLD_FILE_MAX_BYTES + 1 - n)) > 0)
        n += (size_t) got;
      close (file);
    }
  if (file < 0 || got < 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s cannot be read as a file of rules", path);
      return NULL;
    }
  if (n > THRESHOLD_FILE_MAX_BYTES)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
                   "%s is larger than %d bytes, so it is not a file of rules", path,
                   THRESHOLD_FILE_MAX_BYTES);
      return NULL;
    }
  *ret_n = n;
  return g_steal_pointer (&text);
}

static char *
list_of_keys (const FindingRule *rule)
{
  GString *list = g_string_new (ENABLED);

  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX && rule->thresholds[i].key != NULL; i++)
    g_string_append_printf (list, ", %s", rule->thresholds[i].key);
  return g_string_free (list, FALSE);
}

static const RuleThreshold *
threshold_of (const FindingRule *rule, const char *key)
{
  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX && rule->thresholds[i].key != NULL; i++)
    if (strcmp (rule->thresholds[i].key, key) == 0)
      return &rule->thresholds[i];
  return NULL;
}

static bool
read_value (const char *path,
            GKeyFile *file,
            const FindingRule *rule,
            const char *key,
            FindingThresholds *thresholds,
            GError **error)
{
  g_autofree char *text = g_key_file_get_value (file, rule->id, key, NULL);

  if (strcmp (key, ENABLED) == 0)
    {
      bool is_true = g_strcmp0 (text, "true") == 0;

      if (!is_true && g_strcmp0 (text, "false") != 0)
        {
          g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                       "%s: [%s] enabled is true or false, not \"%s\"", path, rule->id, text);
          return false;
        }
      finding_thresholds_set (thresholds, rule->id, key, is_true);
      return true;
    }

  const RuleThreshold *threshold = threshold_of (rule, key);
  if (threshold == NULL)
    {
      g_autofree char *keys = list_of_keys (rule);

      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "%s: [%s] has no key \"%s\"; it has: %s", path,
                   rule->id, key, keys);
      return false;
    }

  char *end = NULL;
  double value = text != NULL ? g_ascii_strtod (text, &end) : NAN;
  if (text == NULL || end == text || *end != '\0' || !(value >= 0 && value <= threshold->most))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                   "%s: [%s] %s is a number from 0 to %g, not \"%s\"", path, rule->id, key, threshold->most,
                   text != NULL ? text : "");
      return false;
    }
  finding_thresholds_set (thresholds, rule->id, key, value);
  return true;
}

static bool
read_group (const char *path,
            GKeyFile *file,
            const char *group,
            FindingThresholds *thresholds,
            GError **error)
{
  const FindingRule *rule = finding_rules_find (group);
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  if (rule == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                   "%s: there is no rule \"%s\"; check --findings --json lists all of them", path, group);
      return false;
    }
  for (size_t i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!read_value (path, file, rule, keys[i], thresholds, error))
      return false;
  return true;
}

bool
threshold_text_read (
  const char *name, const char *text, size_t length, FindingThresholds *thresholds, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) key_error = NULL;
  FindingThresholds read = { 0 };

  if (!g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, &key_error))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "%s is not a file of rules: %s", name,
                   key_error->message);
      return false;
    }

  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  for (size_t i = 0; groups[i] != NULL; i++)
    if (!read_group (name, file, groups[i], &read, error))
      {
        finding_thresholds_clear (&read);
        return false;
      }
  if (read.values != NULL && thresholds->values != NULL)
    {
      GHashTableIter iter;
      gpointer key, value;

      g_hash_table_iter_init (&iter, read.values);
      while (g_hash_table_iter_next (&iter, &key, &value))
        g_hash_table_replace (thresholds->values, g_strdup (key), g_memdup2 (value, sizeof (double)));
      finding_thresholds_clear (&read);
    }
  else if (read.values != NULL)
    *thresholds = read;
  return true;
}

bool
threshold_file_read (const char *path, FindingThresholds *thresholds, GError **error)
{
  size_t n;
  g_autofree char *text = read_text (path, &n, error);

  return text != NULL && threshold_text_read (path, text, n, thresholds, error);
}

/* ---- writing ---- */

char *
threshold_file_text (const FindingThresholds *thresholds)
{
  GString *out =
    g_string_new ("# Rules of findings. A line without # differs from the program's own value.\n");
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (size_t i = 0; i < finding_rules_count (); i++)
    {
      const FindingRule *rule = finding_rules_get (i);
      double value = 1;
      bool is_set = finding_thresholds_get (thresholds, rule->id, ENABLED, &value);

      g_string_append_printf (out, "\n# %s\n[%s]\n%senabled=%s\n", rule->title, rule->id, is_set ? "" : "# ",
                              value != 0 ? "true" : "false");
      for (unsigned j = 0; j < RULE_THRESHOLDS_MAX && rule->thresholds[j].key != NULL; j++)
        {
          const RuleThreshold *threshold = &rule->thresholds[j];

          value = threshold->value;
          is_set = finding_thresholds_get (thresholds, rule->id, threshold->key, &value);
          g_string_append_printf (out, "# %s\n%s%s=%s\n", threshold->title, is_set ? "" : "# ",
                                  threshold->key, g_ascii_formatd (number, sizeof number, "%.15g", value));
        }
    }
  return g_string_free (out, FALSE);
}

char *
threshold_text_of_changes (const FindingThresholds *thresholds)
{
  GString *out = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  for (size_t i = 0; i < finding_rules_count (); i++)
    {
      const FindingRule *rule = finding_rules_get (i);
      gsize before = out->len, head;

      g_string_append_printf (out, "[%s]\n", rule->id);
      head = out->len;
      if (finding_thresholds_get (thresholds, rule->id, ENABLED, &value))
        g_string_append_printf (out, ENABLED "=%s\n", value != 0 ? "true" : "false");
      for (unsigned j = 0; j < RULE_THRESHOLDS_MAX && rule->thresholds[j].key != NULL; j++)
        if (finding_thresholds_get (thresholds, rule->id, rule->thresholds[j].key, &value))
          g_string_append_printf (out, "%s=%s\n", rule->thresholds[j].key,
                                  g_ascii_formatd (number, sizeof number, "%.15g", value));
      if (out->len == head)
        g_string_truncate (out, before);
    }
  return g_string_free (out, FALSE);
}
