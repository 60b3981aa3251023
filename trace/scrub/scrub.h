/* SPDX-License-Identifier: Apache-2.0
 *
 * Replaces names in a copy of a profile, so that it can be given away: each by a pseudonym, the same for the same name
 * (trace/scrub/pseudonyms.h). Every text of the copy passes through here, so nothing else is in it.
 *
 * What is left of a text can be listed before it is written. Numbers stay, and names of devices; so do names that say nothing
 * of who made the profile (trace/scrub/public_names.h): steps, collectives, types of tensors. So figures stay, but for those
 * that come from names that are replaced: of kernels, the precision and kind; of user annotations taken for steps, the steps. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/combine/trace_copy.h"

typedef enum
{
  SCRUB_PATHS = 1 << 0,       /* of files and folders, and addresses of the web, in any text */
  SCRUB_USER = 1 << 1,        /* names of users that the profile tells, in any text */
  SCRUB_HOST = 1 << 2,        /* names and IPv4 addresses of machines, likewise */
  SCRUB_ANNOTATIONS = 1 << 3, /* user annotations, marks, asynchronous slices and slices of no known kind, and categories of
                                 no known kind; NVTX ranges that look like operators but are of no namespace */
  SCRUB_ARGUMENTS = 1 << 4,   /* texts in arguments and metadata, and their keys that no recorder has */
  SCRUB_MODULES = 1 << 5,     /* modules, Python functions, and operators that are not PyTorch's */
  SCRUB_KERNELS = 1 << 6,
  SCRUB_TRACKS = 1 << 7, /* names of processes, threads and counters, and their ids that are no numbers */
  SCRUB_USUAL = SCRUB_PATHS | SCRUB_USER | SCRUB_HOST | SCRUB_ANNOTATIONS | SCRUB_ARGUMENTS,
  SCRUB_ALL = SCRUB_USUAL | SCRUB_MODULES | SCRUB_KERNELS | SCRUB_TRACKS,
} ScrubWhat;

/* Parses "paths,user"; "usual" and "all" stand for several. Returns false for another text. */
bool scrub_what_parse (const char *text, unsigned *ret_what);

typedef struct
{
  unsigned what;            /* ScrubWhat */
  const char *const *words; /* replaced wherever they stand; ends with NULL; may be NULL */
  const uint8_t *key;       /* of the pseudonyms; n_key is 0 for none */
  size_t n_key;
} ScrubAsked;

typedef struct Scrub Scrub;

/* Finds what the profile tells of users and machines. The trace must outlive it. */
Scrub *scrub_new (const Trace *trace, const ScrubAsked *asked);
void scrub_free (Scrub *scrub);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scrub, scrub_free)

/* Returns what is written for a text: a TraceCopyTextFunc, whose data is the Scrub. O(length x words); the result is kept. */
const char *scrub_text (const CopiedText *text, size_t *ret_length, gpointer scrub);

/* Returns lines that say what was replaced, and what was left, of the texts that have passed. */
GString *scrub_summary (const Scrub *scrub);

/* Returns all texts that were left, a line each behind what it is, in order. They may be any bytes. Transfer full; elements
 * are char *, without control characters. */
GPtrArray *scrub_left (const Scrub *scrub);
