/* SPDX-License-Identifier: Apache-2.0
 *
 * What the sides of a comparison can be aligned by, and the instant of a side that a choice names.
 *
 *   ALIGN_START       the begin of the side
 *   ALIGN_STEP        the host begin of a step, by its number, or by its index in the rank if it has no number
 *   ALIGN_ANNOTATION  the begin of the k-th annotation with an exact name
 *   ALIGN_COLLECTIVE  the begin of the k-th kernel of a collective. Its name is the one that the file gives it
 *                     ("Collective name"), else the exact name of the kernel
 *   ALIGN_SEQUENCE    the begin of the kernel of a collective that has a sequence number in the file
 *
 * Steps and instances are those that start in the side. Instances are counted from 1 in order of time, on each rank of
 * its own, collectives on each GPU of its own; unfinished slices do not count. The first rank or GPU that has the
 * instance gives the instant. Sequence numbers count in a process group; if several groups have one, the first to start
 * is meant.
 *
 * A side is given as its scope: ComparePart.scope, or CompareSteps.scope for the median step. Any thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/container/string_table.h"
#include "trace/stats/scope.h"

typedef enum
{
  ALIGN_START,
  ALIGN_STEP,
  ALIGN_ANNOTATION,
  ALIGN_COLLECTIVE,
  ALIGN_SEQUENCE
} AlignmentKind;

typedef struct
{
  AlignmentKind kind;
  int64_t number;   /* of the step, of the instance (from 1), or in the sequence */
  const char *name; /* exact name of the annotation or collective: any bytes; borrowed */
  size_t length;
} Alignment;

typedef struct
{
  int64_t time_ns;
  uint64_t slice; /* that begins then; SLICE_NONE for the begin of a side */
} AlignmentInstant;

/* Finds the instant of a side. should_continue (user_data) may be NULL; it is called regularly. Fails with
 * TRACE_ERROR_NO_SUCH if the side has no such step or instance; the message is a sentence that says which there are, and
 * does not repeat the name. Fails with TRACE_ERROR_CANCELLED when should_continue () returns false, and with
 * TRACE_ERROR_NO_MEMORY. O(1), O(steps), or O(slices of the scope's host threads or streams). */
bool alignment_find (const Alignment *alignment,
                     const StatsScope *scope,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     AlignmentInstant *ret_instant,
                     GError **error);

/* An annotation or collective that all sides have. */
typedef struct
{
  uint32_t text;  /* of AlignmentChoices.texts */
  uint64_t count; /* every side has this many instances at least, so 1 to count can be chosen */

  /* Of a collective: the smallest and largest sequence number, as far as all sides reach. Numbers between them may be
   * missing. Reversed if there are none in common. */
  int64_t first_sequence, last_sequence;
} AlignmentName;

COLUMN_DEFINE (AlignmentNameColumn, alignment_name_column, AlignmentName)

typedef struct
{
  StringTable *texts;
  AlignmentNameColumn annotations; /* in order of their names as bytes; without the slices of steps */
  AlignmentNameColumn collectives;
  I64Column steps; /* numbers, or indices, of the steps that all sides have; ascending */
} AlignmentChoices;

/* Lists what n sides can be aligned by. Returns false when should_continue () returns false or memory runs out; call
 * clear () in either case. O(slices of the scopes). Memory: names and steps, not slices. */
bool alignment_choices_compute (const StatsScope *scopes,
                                uint32_t n,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                AlignmentChoices *ret_choices);
void alignment_choices_clear (AlignmentChoices *choices);
