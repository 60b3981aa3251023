/* SPDX-License-Identifier: Apache-2.0
 *
 * What the devices of a profile are called. Texts say GPU; those of a profile of TPUs must not. A device is a TPU if its
 * name begins with "TPU", as JAX and TensorFlow name them ("TPU v6 Lite"). Any thread. */

#pragma once

#include "trace/model/trace.h"

/* Returns "GPU" or "TPU" for trace_device (trace, device). Static. O(1). */
const char *device_word (const Trace *trace, uint32_t device);

/* Writes TPU for each word GPU of a text that says something about the devices of the profile, if these are TPUs. What stands
 * between two backquotes is a name and stays. Every translation writes the word in these letters. Takes text, which may be
 * NULL, and returns it. Profiles have devices of one kind, so the first and the last one decide. O(length). */
char *device_word_in (const Trace *trace, char *text);

/* Does the same for one device. */
char *device_word_in_one (const Trace *trace, uint32_t device, char *text);
