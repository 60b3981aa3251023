/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_thresholds.h"

static char *
key_of (const char *rule, const char *key)
{
  return g_strconcat (rule, ".", key, NULL);
}

void
finding_thresholds_clear (FindingThresholds *thresholds)
{
  g_clear_pointer (&thresholds->values, g_hash_table_unref);
}

void
finding_thresholds_set (FindingThresholds *thresholds, const char *rule, const char *key, double value)
{
  if (thresholds->values == NULL)
    thresholds->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_replace (thresholds->values, key_of (rule, key), g_memdup2 (&value, sizeof value));
}

void
finding_thresholds_unset (FindingThresholds *thresholds, const char *rule, const char *key)
{
  if (thresholds->values == NULL)
    return;

  g_autofree char *whole = key_of (rule, key);
  g_hash_table_remove (thresholds->values, whole);
}

bool
finding_thresholds_get (const FindingThresholds *thresholds,
                        const char *rule,
                        const char *key,
                        double *ret_value)
{
  if (thresholds == NULL || thresholds->values == NULL)
    return false;

  g_autofree char *whole = key_of (rule, key);
  const double *value = g_hash_table_lookup (thresholds->values, whole);
  if (value != NULL && ret_value != NULL)
    *ret_value = *value;
  return value != NULL;
}
