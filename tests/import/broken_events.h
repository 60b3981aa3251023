/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of a known number of events, some of which were broken in a known way. Whatever is done to an event, it stays one:
 * so many have to be read or skipped. */

#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct
{
  const char *name;
  void (*apply) (GString *event, GRand *random); /* to the text of an event, from brace to brace */
  gboolean is_read;                              /* all the same */
} Breakage;

extern const Breakage breakages[];
extern const guint n_breakages;

/* How writers lay out their events. */
typedef enum
{
  LAYOUT_LINES,   /* one a line, the phase first */
  LAYOUT_KINETO,  /* over several lines, with lists in the arguments */
  LAYOUT_SORTED,  /* keys in their order, so that the arguments come first */
  LAYOUT_COMPACT, /* no white space at all */
  N_LAYOUTS
} EventLayout;

/* Event i: whole. */
void event_append (GString *out, EventLayout layout, guint i);

/* What stands between two events. */
const char *event_separator (EventLayout layout);
