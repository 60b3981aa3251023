/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/setting_text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/model/device_properties.h"
#include "trace/text/decimal_time.h"

static bool
is_word (const JsonValue *text, const char *word)
{
  return strlen (word) == text->length && memcmp (text->text, word, text->length) == 0;
}

static bool
integer_of (const JsonValue *value, int64_t *ret_value)
{
  return (value->type == JSON_NUMBER || value->type == JSON_STRING)
         && decimal_to_integer (value->text, value->length, ret_value);
}

static bool
parse (const char *text, size_t length, JsonValue *ret_value)
{
  unsigned repairs = 0;
  const char *end = text + length;
  const char *at = json_skip_space (text, end);

  if (at == end)
    return false;
  /* A number at the very end could go on; one that stands alone does not. */
  JsonStatus status = json_value (&at, end, JSON_STRICT, &repairs, ret_value);
  if (status != JSON_MORE)
    return status == JSON_OK;
  *ret_value = (JsonValue){ .type = JSON_NUMBER, .text = at, .length = (size_t) (end - at) };
  return *at == '-' || g_ascii_isdigit (*at);
}

static char *
plain (const JsonValue *value)
{
  if (value->type != JSON_STRING || !value->has_escapes)
    return g_utf8_make_valid (value->text, (gssize) value->length);
  g_autofree char *decoded = g_malloc (value->length + 1);
  size_t n = json_string_decode (value, decoded);
  return g_utf8_make_valid (decoded, (gssize) n);
}

char *
setting_text_plain (const char *text, size_t length)
{
  JsonValue value;

  return parse (text, length, &value) ? plain (&value) : g_utf8_make_valid (text, (gssize) length);
}

/* ---- versions ---- */

typedef enum
{
  VERSION_AS_IS,
  VERSION_CUDA, /* 1000 x major + 10 x minor */
  VERSION_HIP,  /* 10^7 x major + 10^5 x minor + patch */
} VersionKind;

static const struct
{
  const char *key;
  const char *label;
  VersionKind kind;
} version_keys[] = {
  { "torch_version", N_ ("PyTorch"), VERSION_AS_IS },
  { "pytorch_version", N_ ("PyTorch"), VERSION_AS_IS },
  { "cuda_runtime_version", N_ ("CUDA runtime"), VERSION_CUDA },
  { "cuda_driver_version", N_ ("CUDA driver"), VERSION_CUDA },
  { "cupti_version", N_ ("CUPTI"), VERSION_AS_IS },
  { "hip_runtime_version", N_ ("HIP runtime"), VERSION_HIP },
  { "hip_driver_version", N_ ("HIP driver"), VERSION_HIP },
  { "roctracer_version", N_ ("roctracer"), VERSION_AS_IS },
  { "rocprofiler_version", N_ ("rocprofiler"), VERSION_AS_IS },
  { "schemaVersion", N_ ("Trace schema"), VERSION_AS_IS },
};

static char *
version_text (VersionKind kind, const JsonValue *value)
{
  int64_t n;

  if (kind == VERSION_AS_IS || !integer_of (value, &n) || n < 0)
    return plain (value);
  if (kind == VERSION_CUDA)
    return g_strdup_printf ("%" PRId64 ".%" PRId64, n / 1000, n % 1000 / 10);
  return g_strdup_printf ("%" PRId64 ".%" PRId64 ".%" PRId64, n / 10000000, n % 10000000 / 100000,
                          n % 100000);
}

/* "nccl_version" is a member of the distributed job's description. */
static char *
nccl_version (const JsonValue *job)
{
  const char *at = job->text, *end = at + job->length;
  JsonValue key, value;

  if (job->type != JSON_OBJECT)
    return NULL;
  while (json_next (&at, end, &key, &value))
    if (is_word (&key, "nccl_version"))
      return plain (&value);
  return NULL;
}

char *
setting_text_version (const char *key, const char *text, size_t length, const char **ret_label)
{
  JsonValue value;

  if (!parse (text, length, &value))
    return NULL;
  if (strcmp (key, "distributedInfo") == 0)
    {
      *ret_label = _ ("NCCL");
      return nccl_version (&value);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (version_keys); i++)
    if (strcmp (key, version_keys[i].key) == 0)
      {
        *ret_label = _ (version_keys[i].label);
        return version_text (version_keys[i].kind, &value);
      }
  return NULL;
}

/* ---- devices ---- */

static char *
properties_text (const DeviceProperties *properties, const NumberStyle *numbers)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  char text[NUMBER_TEXT_MAX];

  if (properties->memory_bytes >= 0)
    g_ptr_array_add (
      parts, g_strdup_printf (_ ("%s of memory"),
                              number_text_bytes (numbers, (uint64_t) properties->memory_bytes, text)));
  if (properties->compute_major >= 0 && properties->compute_minor >= 0)
    g_ptr_array_add (parts, g_strdup_printf (_ ("compute capability %" PRId64 ".%" PRId64),
                                             properties->compute_major, properties->compute_minor));
  if (properties->multiprocessors >= 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%" PRId64 " multiprocessor", "%" PRId64 " multiprocessors",
                                                (gulong) properties->multiprocessors),
                                      properties->multiprocessors));
  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

char *
setting_text_device (const Trace *trace, const TraceRank *rank, int32_t number, const NumberStyle *numbers)
{
  DeviceProperties properties;

  return device_properties_of (trace, rank, number, &properties) ? properties_text (&properties, numbers)
                                                                 : NULL;
}
