/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of arguments made at random, of every type and at every border, for tests of what keeps them. */

#pragma once

#include <glib.h>

#include "trace/model/args.h"

/* A tree of keys: string ids 1, 2, ... */
ArgKeys *arg_entries_keys_new (GRand *random, unsigned n_nodes);

/* Appends an entry with that node's key path to blob; returns its offset. Values repeat the more, the smaller
 * variety is. */
uint64_t arg_entries_add (GRand *random, const ArgKeys *keys, uint32_t node, int variety, U8Column *blob);
