/* SPDX-License-Identifier: Apache-2.0
 *
 * What process groups are called: by the user, else by the file. The names that the user gave are a text of lines, which
 * the owner of a dashboard keeps; a group is found in it by its name and members in the file. Any thread. */

#pragma once

#include "trace/ranks/process_groups.h"

/* Longer names are cut, and of a longer text the lines that were set first are dropped. */
#define GROUP_NAME_MAX  200   /* bytes */
#define GROUP_NAMES_MAX 30000 /* bytes of the text */

/* Returns what the file calls a group: description and name, since several may share a description ("mesh_tp 3"), or
 * "Group 3" if it has a number for a name; g_free (). */
char *group_names_told (const ProcessGroups *groups, uint32_t group);

/* Returns the name that the user gave the group, or NULL; g_free (). names may be NULL or any text. O(text). */
char *group_names_given (const char *names, const ProcessGroups *groups, uint32_t group);

/* Returns the one, or else the other. */
char *group_names_shown (const char *names, const ProcessGroups *groups, uint32_t group);

/* Returns names with another name of the group; "" takes away what was given. "" if none is left; g_free (). */
char *group_names_with (const char *names, const ProcessGroups *groups, uint32_t group, const char *name);
