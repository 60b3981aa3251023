/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/scrub/public_names.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/model/slice_name_kind.h"

/* In order of their bytes. */
static const struct
{
  const char *key;
  KeyKind kind;
} keys[] = {
  /* clang-format off */
  { "Addr", KEY_KNOWN },
  { "Bytes", KEY_KNOWN },
  { "Call stack", KEY_KNOWN },
  { "Collective name", KEY_OF_WORDS },
  { "Concrete Inputs", KEY_KNOWN },
  { "Device", KEY_KNOWN },
  { "Device Id", KEY_KNOWN },
  { "Device Type", KEY_KNOWN },
  { "Ev Idx", KEY_KNOWN },
  { "External id", KEY_KNOWN },
  { "Fwd thread id", KEY_KNOWN },
  { "Global rank start", KEY_KNOWN },
  { "Global rank stride", KEY_KNOWN },
  { "Group size", KEY_KNOWN },
  { "In msg nelems", KEY_KNOWN },
  { "In split size", KEY_KNOWN },
  { "Input Dims", KEY_KNOWN },
  { "Input Strides", KEY_KNOWN },
  { "Input dims", KEY_KNOWN },
  { "Input type", KEY_OF_WORDS },
  { "Module Hierarchy", KEY_KNOWN },
  { "Op count", KEY_KNOWN },
  { "Out msg nelems", KEY_KNOWN },
  { "Out split size", KEY_KNOWN },
  { "Process Group Description", KEY_KNOWN },
  { "Process Group ID", KEY_KNOWN },
  { "Process Group Name", KEY_KNOWN },
  { "Process Group Ranks", KEY_KNOWN },
  { "Profiler Event Index", KEY_KNOWN },
  { "Python id", KEY_KNOWN },
  { "Python module id", KEY_KNOWN },
  { "Python parent id", KEY_KNOWN },
  { "Rank", KEY_KNOWN },
  { "Record function id", KEY_KNOWN },
  { "Seq", KEY_KNOWN },
  { "Sequence number", KEY_KNOWN },
  { "Total Allocated", KEY_KNOWN },
  { "Total Reserved", KEY_KNOWN },
  { "Trace iteration", KEY_KNOWN },
  { "Trace name", KEY_KNOWN },
  { "backend", KEY_KNOWN },
  { "baseTimeNanoseconds", KEY_KNOWN },
  { "block", KEY_KNOWN },
  { "blocks per SM", KEY_KNOWN },
  { "bytes", KEY_KNOWN },
  { "cbid", KEY_KNOWN },
  { "cid", KEY_KNOWN },
  { "computeMajor", KEY_KNOWN },
  { "computeMinor", KEY_KNOWN },
  { "computeProperties", KEY_KNOWN },
  { "context", KEY_KNOWN },
  { "correlation", KEY_KNOWN },
  { "cuda version", KEY_OF_READER },
  { "cuda_driver_version", KEY_KNOWN },
  { "cuda_runtime_version", KEY_KNOWN },
  { "cuda_sync_kind", KEY_OF_WORDS },
  { "cupti version", KEY_OF_READER },
  { "cupti_version", KEY_KNOWN },
  { "device", KEY_KNOWN },
  { "deviceProperties", KEY_OF_DEVICES },
  { "direction", KEY_KNOWN },
  { "displayTimeUnit", KEY_KNOWN },
  { "distributedInfo", KEY_KNOWN },
  { "driver version", KEY_OF_READER },
  { "dst", KEY_KNOWN },
  { "dtype", KEY_OF_WORDS },
  { "est. achieved occupancy %", KEY_KNOWN },
  { "external id", KEY_KNOWN },
  { "finished", KEY_KNOWN },
  { "graph id", KEY_KNOWN },
  { "graph node id", KEY_KNOWN },
  { "grid", KEY_KNOWN },
  { "hip version", KEY_OF_READER },
  { "hip_driver_version", KEY_KNOWN },
  { "hip_runtime_version", KEY_KNOWN },
  { "host_name", KEY_KNOWN },
  { "hostname", KEY_KNOWN },
  { "id", KEY_KNOWN },
  { "kernel", KEY_KNOWN },
  { "kernel_backend", KEY_OF_WORDS },
  { "kernel_file", KEY_KNOWN },
  { "kernel_hash", KEY_KNOWN },
  { "kind", KEY_OF_READER },
  { "maxThreadsPerBlock", KEY_KNOWN },
  { "maxThreadsPerMultiprocessor", KEY_KNOWN },
  { "memory bandwidth (GB/s)", KEY_KNOWN },
  { "name", KEY_KNOWN },
  { "nccl_version", KEY_KNOWN },
  { "numSms", KEY_KNOWN },
  { "num_stages", KEY_KNOWN },
  { "num_warps", KEY_KNOWN },
  { "pg_config", KEY_KNOWN },
  { "pg_count", KEY_KNOWN },
  { "pg_desc", KEY_KNOWN },
  { "pg_name", KEY_KNOWN },
  { "pg_size", KEY_KNOWN },
  { "profile_memory", KEY_KNOWN },
  { "ptr", KEY_KNOWN },
  { "queued", KEY_KNOWN },
  { "rank", KEY_KNOWN },
  { "ranks", KEY_KNOWN },
  { "record_shapes", KEY_KNOWN },
  { "registers per thread", KEY_KNOWN },
  { "regsPerBlock", KEY_KNOWN },
  { "regsPerMultiprocessor", KEY_KNOWN },
  { "rocm version", KEY_OF_READER },
  { "schemaVersion", KEY_KNOWN },
  { "seq_num", KEY_KNOWN },
  { "shared memory", KEY_KNOWN },
  { "sharedMemPerBlock", KEY_KNOWN },
  { "sharedMemPerBlockOptin", KEY_KNOWN },
  { "sharedMemPerMultiprocessor", KEY_KNOWN },
  { "size", KEY_KNOWN },
  { "src", KEY_KNOWN },
  { "step_num", KEY_KNOWN },
  { "stepscope aligned clock", KEY_OF_STEPSCOPE },
  { "stepscope attached counters", KEY_OF_STEPSCOPE },
  { "stream", KEY_KNOWN },
  { "theoretical occupancy %", KEY_KNOWN },
  { "tool", KEY_OF_READER },
  { "tool version", KEY_OF_READER },
  { "totalGlobalMem", KEY_KNOWN },
  { "traceName", KEY_KNOWN },
  { "trace_id", KEY_KNOWN },
  { "wait_on_cuda_event_id", KEY_KNOWN },
  { "wait_on_cuda_event_record_corr_id", KEY_KNOWN },
  { "wait_on_stream", KEY_KNOWN },
  { "warpSize", KEY_KNOWN },
  { "warps per SM", KEY_KNOWN },
  { "with_flops", KEY_KNOWN },
  { "with_modules", KEY_KNOWN },
  { "with_stack", KEY_KNOWN },
  { "world_size", KEY_KNOWN },
  /* clang-format on */
};

/* What PyTorch's profiler calls its own ranges and marks; with '#', what is behind it is somebody's. */
static const char *const annotations[] = {
  "Optimizer.step#",
  "Optimizer.zero_grad#",
  "enumerate(DataLoader)#",
  "DistributedDataParallel.forward",
  "Step:ModeKeys.TRAIN",
  "Step:ModeKeys.EVAL",
  "Step:ModeKeys.PREDICT",
  "Step:ModeKeys.GLOBAL",
  "[memory]",
  "[OutOfMemory]",
  "Iteration Start: PyTorch Profiler",
  "Record Window End",
  "PyTorch Profiler (0)",
};

static bool
begins_with (const char *text, size_t length, const char *begin)
{
  return length >= strlen (begin) && memcmp (text, begin, strlen (begin)) == 0;
}

/* Counters of NVIDIA's profiler: "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum" */
static bool
is_device_counter (const char *key, size_t length)
{
  static const char *const units[] = { "sm__",  "smsp__", "gpc__",  "gpu__",  "lts__",   "ltc__",  "l1tex__",
                                       "idc__", "dram__", "fbpa__", "pcie__", "nvlrx__", "nvltx__" };
  static const char *const ends[] = { ".sum", ".avg", ".min", ".max" };
  const char *dot = memchr (key, '.', length);
  bool is_of_unit = false, is_rolled_up = false;

  if (dot == NULL)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    is_of_unit = is_of_unit || begins_with (key, length, units[i]);
  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    is_rolled_up = is_rolled_up || begins_with (dot, length - (size_t) (dot - key), ends[i]);
  return is_of_unit && is_rolled_up;
}

KeyKind
public_key_kind (const char *key, size_t length)
{
  size_t low = 0, high = memchr (key, '\0', length) != NULL ? 0 : G_N_ELEMENTS (keys);

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      int order = strncmp (keys[middle].key, key, length);

      if (order == 0 && keys[middle].key[length] == '\0')
        return keys[middle].kind;
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return is_device_counter (key, length) ? KEY_KNOWN : KEY_UNKNOWN;
}

/* "nccl:all_reduce", "nccl:send 0->1" */
static bool
is_collective (const char *name, size_t length)
{
  static const char *const libraries[] = { "nccl", "gloo", "ucc", "mpi", "rccl", NULL };
  static const char *const words[] = { "all",    "reduce",    "gather",    "scatter",  "to",
                                       "send",   "recv",      "broadcast", "barrier",  "coalesced",
                                       "tensor", "base",      "into",      "oop",      "single",
                                       "sparse", "allreduce", "allgather", "alltoall", NULL };
  const char *colon = length < 64 && memchr (name, '\0', length) == NULL ? memchr (name, ':', length) : NULL;

  if (colon == NULL || colon + 1 == name + length)
    return false;
  g_autofree char *library = g_strndup (name, (size_t) (colon - name)),
                  *verb = g_strndup (colon + 1, length - (size_t) (colon + 1 - name));
  g_auto (GStrv) parts = g_strsplit_set (verb, "_ ->0123456789", -1);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0' && !g_strv_contains (words, *part))
      return false;
  return g_strv_contains (libraries, library);
}

size_t
public_annotation_length (const char *name, size_t length)
{
  size_t n_step = slice_name_profiler_step_head (name, length), n_digits = 0;

  while (n_step > 0 && n_step + n_digits < length && g_ascii_isdigit (name[n_step + n_digits]))
    n_digits++;
  if (n_digits > 0)
    return n_step + n_digits;
  if (is_collective (name, length) || public_value (name, length)
      || (length > 5 && g_ascii_strncasecmp (name, "step", 4) == 0 && strchr ("_ ", name[4]) != NULL
          && public_value (name + 5, length - 5)))
    return length;
  for (size_t i = 0; i < G_N_ELEMENTS (annotations); i++)
    {
      size_t n = strlen (annotations[i]);

      if (begins_with (name, length, annotations[i]))
        return annotations[i][n - 1] == '#' ? n : length == n ? length : 0;
    }
  return 0;
}

size_t
public_operator_length (const char *name, size_t length)
{
  static const char gradient[] = "autograd::engine::evaluate_function: ";
  static const char *const spaces[] = { "aten::", "c10d::", "prim::", "prims::" };
  static const char *const names[] = {
    "torch::autograd::AccumulateGrad", "torch::autograd::GraphRoot", "torch::autograd::CopyBackwards",
    "torch::autograd::CopySlices",     "record_param_comms",         "cudaGraphLaunch"
  };
  size_t n = strlen (gradient);

  if (begins_with (name, length, gradient))
    return n + public_operator_length (name + n, length - n);
  for (size_t i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (begins_with (name, length, spaces[i]))
      return length;
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && memcmp (name, names[i], length) == 0)
      return length;
  return 0;
}

bool
public_word (const char *text, size_t length)
{
  static const char *const words[] = { "nccl", "gloo", "mpi", "ucc", "cuda:nccl", "cpu:gloo,cuda:nccl",
                                       "ms",   "ns" };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && memcmp (text, words[i], length) == 0)
      return true;
  return false;
}

bool
public_label (const char *text, size_t length)
{
  static const char *const words[] = {
    "ac",       "active",  "allocated", "async",      "autograd", "backward", "bandwidth",   "bytes",
    "c",        "clock",   "compute",   "controller", "cpu",      "cuda",     "data",        "decoder",
    "default",  "depth",   "device",    "draw",       "dram",     "encoder",  "energy",      "event",
    "fan",      "forward", "free",      "fwdbwd",     "g",        "gb",       "gpu",         "gpus",
    "graph",    "hip",     "host",      "instant",    "kernel",   "launch",   "lane",        "main",
    "memcpy",   "memory",  "memset",    "mhz",        "modules",  "monitor",  "mpi",         "nccl",
    "ns",       "nvlink",  "nvtx",      "occupancy",  "op",       "ops",      "osrt",        "pcie",
    "percent",  "pin",     "power",     "process",    "profiler", "pt",       "python",      "pytorch",
    "queue",    "rank",    "rccl",      "read",       "reserved", "rx",       "s",           "sm",
    "spans",    "speed",   "steps",     "stream",     "sync",     "tensor",   "thread",      "to",
    "total",    "trace",   "traces",    "tx",         "use",      "used",     "utilization", "w",
    "watchdog", "worker",  "write",     "xla",        "sample",   "state",    "unified",     "threads",
    "copies",   "context", "local",     "green",      "loader",
  };

  for (size_t at = 0, n; at < length; at += MAX (n, 1))
    {
      bool is_word = false;

      if ((text[at] & 0x80) != 0 || text[at] == '\0' || text[at] == '\\')
        return false;
      for (n = 0; at + n < length && g_ascii_isalpha (text[at + n]); n++)
        ;
      for (size_t i = 0; i < G_N_ELEMENTS (words) && n > 0; i++)
        is_word = is_word || (strlen (words[i]) == n && g_ascii_strncasecmp (words[i], text + at, n) == 0);
      if (n > 0 && !is_word)
        return false;
    }
  return true;
}

bool
public_value (const char *text, size_t length)
{
  static const char *const words[] = { "True", "False", "None", "true", "false", "null" };
  bool is_hex = length > 2 && text[0] == '0' && text[1] == 'x', is_number = true;

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && memcmp (text, words[i], length) == 0)
      return true;
  for (size_t i = is_hex ? 2 : 0; i < length && is_number; i++)
    is_number = is_hex ? g_ascii_isxdigit (text[i])
                       : text[i] != '\0'
                           && (strchr ("0123456789+-.,[](): ", text[i]) != NULL
                               || (text[i] == 'e' && i > 0 && i + 1 < length && g_ascii_isdigit (text[i - 1])
                                   && strchr ("+-0123456789", text[i + 1]) != NULL));
  return is_number;
}
