/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_layout.h"

/* clang-format off */
static const uint8_t record_of_kind[CUPTI_KINDS] = {
  [1] = CUPTI_MEMCPY,
  [2] = CUPTI_MEMSET,
  [3] = CUPTI_KERNEL,
  [CUPTI_KIND_DRIVER] = CUPTI_API,
  [CUPTI_KIND_RUNTIME] = CUPTI_API,
  [8] = CUPTI_DEVICE,
  [9] = CUPTI_CONTEXT,
  [10] = CUPTI_KERNEL, /* concurrent */
  [11] = CUPTI_NAME,
  [12] = CUPTI_MARKER,
  [13] = CUPTI_MARKER_DATA,
  [17] = CUPTI_OVERHEAD,
  [18] = CUPTI_CDP,
  [19] = CUPTI_PREEMPTION,
  [20] = CUPTI_ENVIRONMENT,
  [22] = CUPTI_PEER,
  [25] = CUPTI_UNIFIED,
  [26] = CUPTI_FUNCTION,
  [27] = CUPTI_MODULE,
  [28] = CUPTI_DEVICE_ATTRIBUTE,
  [33] = CUPTI_OPENACC_DATA,
  [34] = CUPTI_OPENACC_LAUNCH,
  [35] = CUPTI_OPENACC_OTHER,
  [36] = CUPTI_EVENT,
  [37] = CUPTI_STREAM,
  [38] = CUPTI_SYNC,
  [39] = CUPTI_EXTERNAL,
  [40] = CUPTI_NVLINK,
  [45] = CUPTI_MEMORY,
  [46] = CUPTI_PCIE,
  [47] = CUPTI_OPENMP,
  [CUPTI_KIND_INTERNAL_LAUNCH] = CUPTI_API,
  [49] = CUPTI_MEMORY_OP,
  [50] = CUPTI_POOL,
  [51] = CUPTI_GRAPH,
  [52] = CUPTI_JIT,
  [53] = CUPTI_DEVICE_GRAPH,
  [54] = CUPTI_DECOMPRESS,
  [55] = CUPTI_ROTATION,
  [56] = CUPTI_HOST_NODE,
  [57] = CUPTI_SWITCH,
  [58] = CUPTI_HOST_LAUNCH,
  [59] = CUPTI_GREEN,
};

const CuptiRelease cupti_releases[N_CUPTI_RELEASES] = {
  { "10.2", 1020 },
  { "11.0", 1100 },
  { "11.1", 1110 },
  { "11.2", 1120 },
  { "11.3", 1130 },
  { "11.4", 1140 },
  { "11.5", 1150 },
  { "11.6", 1160 },
  { "11.7", 1170 },
  { "11.8", 1180 },
  { "12.0", 1200 },
  { "12.1", 1210 },
  { "12.2", 1220 },
  { "12.3", 1230 },
  { "12.4", 1240 },
  { "12.5", 1250 },
  { "12.6", 1260 },
  { "12.8", 1280 },
  { "12.9", 1290 },
  { "13.0", 1300 },
  { "13.1", 1310 },
  { "13.2", 1320 },
  { "13.2.1", 1321 },
  { "13.3", 1330 },
  { "13.4", 1340 },
};
/* clang-format on */

static const struct
{
  uint8_t record;
  uint16_t size;
  int first, last;
} structs[] = {
#define CUPTI_STRUCT(record, type, size, first, last) { CUPTI_##record, size, first, last },
#include "trace/import/cupti/cupti_structs.h"
#undef CUPTI_STRUCT
};

#define N_STRUCTS (sizeof structs / sizeof structs[0])

const CuptiField cupti_fields[] = {
#define CUPTI_FIELD(record, field, member, at, bytes, unit) \
  { CUPTI_##record, #field, #member, #unit, at, bytes },
#include "trace/import/cupti/cupti_fields.h"
#undef CUPTI_FIELD
};

const size_t n_cupti_fields = sizeof cupti_fields / sizeof cupti_fields[0];

CuptiRecordType
cupti_record_of_kind (uint32_t kind)
{
  return kind < CUPTI_KINDS ? (CuptiRecordType) record_of_kind[kind] : CUPTI_NO_RECORD;
}

uint32_t
cupti_kind_of_record (CuptiRecordType record)
{
  for (uint32_t kind = 1; kind < CUPTI_KINDS; kind++)
    if (record_of_kind[kind] == record && record != CUPTI_NO_RECORD)
      return kind;
  return 0;
}

int
cupti_release_find (const char *name)
{
  for (int i = 0; i < N_CUPTI_RELEASES; i++)
    if (strcmp (cupti_releases[i].name, name) == 0)
      return i;
  return -1;
}

void
cupti_release_sizes (int release, CuptiSizes *ret_sizes)
{
  int number = cupti_releases[release].number;

  memset (ret_sizes, 0, sizeof *ret_sizes);
  for (uint32_t kind = 0; kind < CUPTI_KINDS; kind++)
    for (size_t i = 0; i < N_STRUCTS && record_of_kind[kind] != CUPTI_NO_RECORD; i++)
      if (structs[i].record == record_of_kind[kind] && structs[i].first <= number
          && number <= structs[i].last)
        ret_sizes->size[kind] = structs[i].size;
}

bool
cupti_size_is_known (uint32_t kind, uint32_t size)
{
  CuptiRecordType record = cupti_record_of_kind (kind);

  for (size_t i = 0; i < N_STRUCTS; i++)
    if (structs[i].record == record && structs[i].size == size)
      return true;
  return false;
}

uint32_t
cupti_size_largest (uint32_t kind)
{
  CuptiRecordType record = cupti_record_of_kind (kind);
  uint32_t largest = 0;

  for (size_t i = 0; i < N_STRUCTS; i++)
    if (structs[i].record == record)
      largest = structs[i].size > largest ? structs[i].size : largest;
  return largest;
}
