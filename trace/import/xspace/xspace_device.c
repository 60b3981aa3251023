/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_device.h"

#include <inttypes.h>

/* Devices described in one file; a damaged one may hold more. */
#define DEVICES_TEXT_MAX ((size_t) 1 << 20)

/* NVIDIA, CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". */
static const struct
{
  int64_t major, minor;
  int64_t sm_warps, sm_blocks, sm_registers, sm_shared_kib;
} capabilities[] = {
  { 5, 0, 64, 32, 65536, 64 },  { 5, 2, 64, 32, 65536, 96 },   { 6, 0, 64, 32, 65536, 64 },
  { 6, 1, 64, 32, 65536, 96 },  { 7, 0, 64, 32, 65536, 96 },   { 7, 5, 32, 16, 65536, 64 },
  { 8, 0, 64, 32, 65536, 164 }, { 8, 6, 48, 16, 65536, 100 },  { 8, 9, 48, 24, 65536, 100 },
  { 9, 0, 64, 32, 65536, 228 }, { 10, 0, 64, 32, 65536, 228 },
};

typedef struct
{
  const char *type, *vendor;
  size_t n_type, n_vendor;
  int64_t cores, memory_bytes, major, minor;
} Device;

static void
read_stats (XSpaceImport *import, XSpacePlane *plane, Device *device)
{
  ProtobufSpan span = { plane->own_stats.at, plane->own_stats.at + plane->own_stats.n };
  ProtobufField field;
  int64_t number;

  while (plane->own_stats.n > 0 && protobuf_next (&span, &field) == PROTOBUF_FIELD)
    {
      XSpaceStat stat;
      XSpaceStatName *name;

      if (!xspace_stat_read (protobuf_inside (&field), &stat)
          || (name = xspace_plane_stat (import, plane, stat.id)) == NULL)
        continue;
      bool is_number = xspace_stat_integer (&stat, &number) && number >= 0;
      switch (name->word)
        {
        case XSPACE_STAT_START_TIME:
          import->has_start = import->has_start || (is_number && number <= TRACE_TIME_MAX_NS);
          if (is_number && number <= TRACE_TIME_MAX_NS)
            import->start_ns = number;
          break;
        case XSPACE_STAT_VENDOR:
          xspace_stat_text (&stat, plane, &device->vendor, &device->n_vendor);
          break;
        case XSPACE_STAT_DEVICE_TYPE:
          xspace_stat_text (&stat, plane, &device->type, &device->n_type);
          break;
        case XSPACE_STAT_CORES:
          device->cores = is_number ? number : -1;
          break;
        case XSPACE_STAT_MEMORY_BYTES:
          device->memory_bytes = is_number ? number : -1;
          break;
        case XSPACE_STAT_COMPUTE_MAJOR:
          device->major = is_number ? number : -1;
          break;
        case XSPACE_STAT_COMPUTE_MINOR:
          device->minor = is_number ? number : -1;
          break;
        default:
          break;
        }
    }
}

static bool
is_of_nvidia (const Device *device)
{
  /* Old files do not name the vendor; only NVIDIA's profiler wrote them. */
  return device->vendor == NULL
         || (device->n_vendor == 6 && g_ascii_strncasecmp (device->vendor, "nvidia", 6) == 0);
}

/* TPUs are named "TPU v6 Lite", which tells every page that they are TPUs (trace/model/device_word.h); a name without the
 * word gets it. GPUs have no name in XSpace, but a compute capability: "NVIDIA GPU, compute capability 7.0". */
static char *
name_of (const XSpacePlane *plane, const Device *device)
{
  GString *name;

  if (plane->word == XSPACE_PLANE_TPU)
    {
      g_autofree char *type = g_utf8_make_valid (device->type != NULL ? device->type : "", (gssize) device->n_type);

      return g_str_has_prefix (type, "TPU") ? g_steal_pointer (&type)
             : type[0] == '\0'              ? g_strdup ("TPU")
                                            : g_strdup_printf ("TPU %s", type);
    }
  if (device->type != NULL)
    return g_utf8_make_valid (device->type, (gssize) device->n_type);
  if (plane->word != XSPACE_PLANE_GPU || device->major < 0 || device->minor < 0)
    return NULL;
  name = g_string_new (NULL);
  if (device->vendor != NULL)
    g_string_append_len (name, device->vendor, (gssize) MIN (device->n_vendor, 64));
  else
    g_string_append (name, "NVIDIA");
  g_string_append_printf (name, " GPU, compute capability %" PRId64 ".%" PRId64, device->major,
                          device->minor);
  return g_string_free (name, FALSE);
}

static void
put (GString *json, const char *key, int64_t value)
{
  if (value >= 0)
    g_string_append_printf (json, ", \"%s\": %" PRId64, key, value);
}

static void
describe (XSpaceImport *import, const XSpacePlane *plane, const Device *device, const char *name)
{
  GString *json = import->devices;

  if (json->len > DEVICES_TEXT_MAX)
    return;
  g_string_append_printf (json, "%s{\"id\": %" PRId32 ", \"name\": ", json->len > 0 ? ", " : "",
                          plane->number);
  xspace_append_json (json, name != NULL ? name : "", name != NULL ? strlen (name) : 0);
  put (json, "totalGlobalMem", device->memory_bytes);
  put (json, "computeMajor", device->major);
  put (json, "computeMinor", device->minor);
  put (json, "numSms", device->cores);
  g_string_append_c (json, '}');
}

static void
set_limits (const Device *device, GpuLimits *limits)
{
  limits->multiprocessors = device->cores;
  limits->major = device->major;
  limits->warp_threads = is_of_nvidia (device) ? 32 : 64;
  for (size_t i = 0; i < G_N_ELEMENTS (capabilities) && is_of_nvidia (device); i++)
    if (capabilities[i].major == device->major && capabilities[i].minor == device->minor)
      {
        limits->sm_warps = capabilities[i].sm_warps;
        limits->sm_blocks = capabilities[i].sm_blocks;
        limits->sm_registers = capabilities[i].sm_registers;
        limits->sm_shared_bytes = capabilities[i].sm_shared_kib << 10;
      }
}

void
xspace_device_read (XSpaceImport *import, XSpacePlane *plane, GpuLimits *ret_limits)
{
  Device device = { .cores = -1, .memory_bytes = -1, .major = -1, .minor = -1 };

  *ret_limits = (GpuLimits){ -1, -1, -1, -1, -1, -1, -1 };
  read_stats (import, plane, &device);
  if (plane->word != XSPACE_PLANE_GPU && plane->word != XSPACE_PLANE_TPU)
    return;
  g_autofree char *name = name_of (plane, &device);
  if (name != NULL)
    trace_builder_set_device_name (import->builder, plane->number,
                                   trace_builder_string (import->builder, name, strlen (name)));
  if (device.type != NULL || (plane->word == XSPACE_PLANE_GPU && name != NULL) || device.cores >= 0
      || device.memory_bytes >= 0)
    describe (import, plane, &device, name);
  if (plane->word == XSPACE_PLANE_GPU)
    set_limits (&device, ret_limits);
}
