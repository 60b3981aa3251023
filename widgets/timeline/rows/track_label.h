/* SPDX-License-Identifier: Apache-2.0
 *
 * The labels of the lines of the tree: the names in the file if there are any, else kind and number. Valid
 * UTF-8, translated, never empty. With several ranks, the label of each group head names its rank. */

#pragma once

#include "trace/model/trace.h"

/* Free the results with g_free (). */
char *track_label_node (const Trace *trace, uint32_t track);
char *track_label_process (const Trace *trace, uint32_t track);
char *track_label_thread (const Trace *trace, uint32_t track);

/* For lines below a device, a process or a node: streams, annotations, records of synchronisation, async
 * slices, counters. */
char *track_label_line (const Trace *trace, uint32_t track);

/* "GPU 3", "rank 2 · GPU 3"; "device 3" if it has no GPU work. */
char *track_label_device (const Trace *trace, uint32_t track);

/* "GPU 3 device" */
char *track_label_device_group (const Trace *trace, uint32_t track);

/* "GPU 3 host · pid 1074"; of several: "host of 8 GPUs · pid 1074"; with several
 * ranks, of which each has its own: "rank 2 · host · pid 1074". device: one of the n_devices it launches on. */
char *track_label_host (const Trace *trace, uint32_t process, uint32_t device, uint32_t n_devices);

/* Returns what distinguishes threads of one name, such as "thread 3126441"; NULL if the label contains it. */
char *track_label_thread_detail (const Trace *trace, uint32_t track);

/* "operators"; static. */
const char *track_label_band (TrackKind kind);
