/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that panes share: the scope, what the GPUs waited for, why there is nothing to show.
 *
 * Unless stated otherwise, results are translated, valid UTF-8, and freed with g_free (). */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/look/number_text.h"

/* Returns "GPU 3", or with several ranks "GPU 0 of rank 3". */
char *dashboard_text_device (const Trace *trace, uint32_t device);

/* Returns "Rank 3". rank is an index of trace_rank (). */
char *dashboard_text_rank (const Trace *trace, uint32_t rank);

/* Returns what the devices are called, as the head of a column: "GPU" or "TPU". Static. */
const char *dashboard_text_device_head (const Trace *trace);

/* Returns the number of GPUs: "1 GPU", "8 GPUs". */
char *dashboard_text_n_devices (const DashboardData *data, const NumberStyle *numbers);

/* Returns the scope: "Whole profile: 465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost" */
char *dashboard_text_scope (const DashboardData *data, const NumberStyle *numbers);

/* Returns the length of the window: "465.3 ms". */
char *dashboard_text_window (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_TIME. Returns the sentences of the summary: "The GPU was busy 83.5 % of 465.3 ms. Largest wait:
 * communication not covered by compute, 18.9 %." */
char *dashboard_text_sentence (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_DEVICES. Returns why there are no figures of GPUs: the file has none, or nothing ran in the window.
 * NULL if something ran. */
char *dashboard_text_no_work (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_DEVICES. Returns a possible reason if nothing ran, otherwise NULL. Static. */
const char *dashboard_text_advice (const DashboardData *data);

/* Returns whether the profile was recorded by PyTorch, so that advice may name its options. O(1). */
bool dashboard_text_is_of_pytorch (const Trace *trace);

/* Needs SECTION_DEVICES. Writes a time as a share of window x GPUs, or "n/a" if window x GPUs is 0. Returns buffer. */
const char *dashboard_text_window_share (const DashboardData *data,
                                         const NumberStyle *numbers,
                                         int64_t time_ns,
                                         char buffer[NUMBER_TEXT_MAX]);

/* Needs SECTION_DEVICES. Returns the total time of kernels as a share of window x GPUs: "83.0 % of window × GPUs"; above
 * 100 % it says why: "104.3 % of window × GPUs (kernels overlap)". */
char *dashboard_text_of_window (const DashboardData *data, const NumberStyle *numbers, int64_t time_ns);

/* Returns the text of a part: "Idle: 16.5 %, 76.7 ms". tenths is in tenths of a percent. */
char *dashboard_text_part (const NumberStyle *numbers, const char *label, uint32_t tenths, int64_t ns);
