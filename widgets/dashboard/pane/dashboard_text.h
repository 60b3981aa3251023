/* SPDX-License-Identifier: Apache-2.0
 *
 * The words that panes share: what the scope is called, what the GPUs waited for, why there is nothing to show.
 *
 * Results are the caller's (g_free ()), translated, valid UTF-8. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/look/number_text.h"

/* "GPU 3"; with several ranks "GPU 0 of rank 3". */
char *dashboard_text_device (const Trace *trace, uint32_t device);

/* "1 GPU", "8 GPUs" */
char *dashboard_text_n_devices (const DashboardData *data, const NumberStyle *numbers);

/* "Whole profile: 465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost" */
char *dashboard_text_scope (const DashboardData *data, const NumberStyle *numbers);

/* "465.3 ms": the length of the window. */
char *dashboard_text_window (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_TIME: "The GPU was busy 83.5 % of 465.3 ms. Largest wait: communication not covered by compute, 18.9 %." */
char *dashboard_text_sentence (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_DEVICES. Returns why there are no figures of GPUs: the file has none, or nothing ran in the window.
 * NULL if something ran. */
char *dashboard_text_no_work (const DashboardData *data, const NumberStyle *numbers);

/* Needs SECTION_DEVICES. What it may be due to, where there is nothing; else NULL. Static. */
const char *dashboard_text_advice (const DashboardData *data);

/* Needs SECTION_DEVICES. A time as a share of window x GPUs; "n/a" where there is no such time. Returns buffer. */
const char *dashboard_text_window_share (const DashboardData *data,
                                         const NumberStyle *numbers,
                                         int64_t time_ns,
                                         char buffer[NUMBER_TEXT_MAX]);

/* For a part: "Idle: 16.5 %, 76.7 ms". tenths of a percent. */
char *dashboard_text_part (const NumberStyle *numbers, const char *label, uint32_t tenths, int64_t ns);
