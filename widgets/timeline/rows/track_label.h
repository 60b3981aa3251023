/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lines of the tree are called: the file's own words where it has any, else kind and number. Valid UTF-8,
 * translated, never empty. With several ranks the label of whatever heads something says which. */

#pragma once

#include "trace/model/trace.h"

/* New strings, for g_free (). */
char *track_label_node (const Trace *trace, uint32_t track);
char *track_label_process (const Trace *trace, uint32_t track);
char *track_label_thread (const Trace *trace, uint32_t track);

/* Below a device, a process or a node: streams, annotations, records of synchronisation, async slices, counters. */
char *track_label_line (const Trace *trace, uint32_t track);

/* "GPU 3", "rank 2 · GPU 3"; "device 3" where it did nothing that counts as a GPU's work. */
char *track_label_device (const Trace *trace, uint32_t track);

/* "GPU 3 device" */
char *track_label_device_group (const Trace *trace, uint32_t track);

/* "GPU 3 host · pid 1074"; of several: "host of 8 GPUs · pid 1074"; with several
 * ranks, of which each has its own: "rank 2 · host · pid 1074". device: one of the n_devices it launches on. */
char *track_label_host (const Trace *trace, uint32_t process, uint32_t device, uint32_t n_devices);

/* What tells threads of one name apart: "thread 3126441"; NULL when the label says it. */
char *track_label_thread_detail (const Trace *trace, uint32_t track);

/* "operators"; static. */
const char *track_label_band (TrackKind kind);
