/* SPDX-License-Identifier: Apache-2.0
 *
 * Cuts a JSON object that is too large for an answer, so that it stays valid JSON: tables lose their last rows, long texts
 * their ends; an object shares its room among its members, so that small ones stay whole. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Replaces the object in *json by one of about max_bytes at most, at the cost of its largest parts. ret_cuts receives what
 * was cut, as texts: "kernels: 40 of 1,200". Returns false, without change, if nothing had to be cut. O(length). */
bool json_cut (GString *json, size_t max_bytes, GPtrArray *ret_cuts);

/* Appends a member to the object in *json, which may end with white space; value is JSON. */
void json_object_add (GString *json, const char *name, const char *value);
