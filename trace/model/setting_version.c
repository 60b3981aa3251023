/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/setting_version.h"

#include <inttypes.h>
#include <string.h>

#include "trace/model/recording_tool.h"
#include "trace/model/setting_value.h"
#include "trace/text/decimal_time.h"
#include "trace/text/marked_text.h"

static bool
integer_of (const JsonValue *value, int64_t *ret_value)
{
  g_autofree char *text = setting_value_text (value);

  return decimal_to_integer (text, strlen (text), ret_value);
}

typedef enum
{
  VERSION_AS_IS,
  VERSION_CUDA,  /* 1000 x major + 10 x minor */
  VERSION_CUPTI, /* recording_tool_cupti_version () */
  VERSION_HIP,   /* 10^7 x major + 10^5 x minor + patch */
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
  { "cupti_version", N_ ("CUPTI"), VERSION_CUPTI },
  { "hip_runtime_version", N_ ("HIP runtime"), VERSION_HIP },
  { "hip_driver_version", N_ ("HIP driver"), VERSION_HIP },
  { "roctracer_version", N_ ("roctracer"), VERSION_AS_IS },
  { "rocprofiler_version", N_ ("rocprofiler"), VERSION_AS_IS },
  { SETTING_CUDA_VERSION, N_ ("CUDA"), VERSION_CUDA },
  { SETTING_CUPTI_VERSION, N_ ("CUPTI"), VERSION_AS_IS },
  { SETTING_ROCM_VERSION, N_ ("ROCm"), VERSION_AS_IS },
  { SETTING_HIP_VERSION, N_ ("HIP"), VERSION_HIP },
  { SETTING_DRIVER_VERSION, N_ ("Driver"), VERSION_AS_IS },
  { "schemaVersion", N_ ("Trace schema"), VERSION_AS_IS },
};

static char *
version_text (VersionKind kind, const JsonValue *value)
{
  int64_t n;

  if (kind == VERSION_CUPTI)
    {
      g_autofree char *number = setting_value_text (value);
      return recording_tool_cupti_version (number);
    }
  /* A number without a major version is a version in itself. */
  if (kind == VERSION_AS_IS || !integer_of (value, &n) || n < (kind == VERSION_CUDA ? 1000 : 10000000))
    return setting_value_text (value);
  if (kind == VERSION_CUDA)
    return g_strdup_printf ("%" PRId64 ".%" PRId64, n / 1000, n % 1000 / 10);
  return g_strdup_printf ("%" PRId64 ".%" PRId64 ".%" PRId64, n / 10000000, n % 10000000 / 100000,
                          n % 100000);
}

/* "nccl_version" is a member of the distributed job's description. */
static char *
nccl_version (const JsonValue *job)
{
  static const char member[] = "nccl_version";
  const char *at = job->text, *end = at + job->length;
  JsonValue key, value;

  if (job->type != JSON_OBJECT)
    return NULL;
  while (json_next (&at, end, &key, &value))
    if (key.length == strlen (member) && memcmp (key.text, member, key.length) == 0)
      return setting_value_text (&value);
  return NULL;
}

char *
setting_version (const char *key, const char *text, size_t length, DeviceApi api, const char **ret_label)
{
  JsonValue value;

  if (!setting_value_parse (text, length, &value))
    return NULL;
  if (strcmp (key, "distributedInfo") == 0)
    {
      /* PyTorch writes the version of AMD's library under the same key. */
      *ret_label = api == DEVICE_API_HIP ? N_ ("RCCL") : N_ ("NCCL");
      return nccl_version (&value);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (version_keys); i++)
    if (strcmp (key, version_keys[i].key) == 0)
      {
        *ret_label = version_keys[i].label;
        return version_text (version_keys[i].kind, &value);
      }
  return NULL;
}
