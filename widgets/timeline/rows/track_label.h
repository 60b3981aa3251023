/* SPDX-License-Identifier: Apache-2.0
 *
 * The labels of the lines of the tree: the names in the file if there are any, else kind and number. Valid
 * UTF-8, translated, never empty. With several ranks, the label of each group head names its rank. */

#pragma once

#include "trace/model/trace.h"

/* Return the label of a track of that kind. Free the results with g_free (). */
char *track_label_node (const Trace *trace, uint32_t track);
char *track_label_process (const Trace *trace, uint32_t track);
char *track_label_thread (const Trace *trace, uint32_t track);

/* Returns the label of a line below a device, a process or a node: streams, annotations, records of synchronisation,
 * async slices, counters. */
char *track_label_line (const Trace *trace, uint32_t track);

/* Returns "GPU 3", "rank 2 · GPU 3", or "device 3" for a device without GPU work. */
char *track_label_device (const Trace *trace, uint32_t track);

/* Returns "GPU 3 device". */
char *track_label_device_group (const Trace *trace, uint32_t track);

/* Returns "GPU 3 host · pid 1074", or "host of 8 GPUs · pid 1074" for a process that launches on several devices. With
 * several ranks, each of which has its own host, it is "rank 2 · host · pid 1074". device is one of the n_devices on
 * which the process launches. */
char *track_label_host (const Trace *trace, uint32_t process, uint32_t device, uint32_t n_devices);

/* Returns what distinguishes threads of one name, such as "thread 3126441"; NULL if the label contains it. */
char *track_label_thread_detail (const Trace *trace, uint32_t track);

/* Returns the name of a band, such as "operators". Static. */
const char *track_label_band (TrackKind kind);
