/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes the XXH3-128 of bytes as they are read; it identifies a profile (trace_profile_key ()).
 *
 * The hash is Yann Collet's XXH3 with 128 bits and no seed, in its canonical (big-endian) form, as xxh128sum prints it.
 * It distinguishes files but does not protect against files that are made to collide. One owner. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct KeyHash KeyHash;

KeyHash *key_hash_new (void); /* returns NULL when memory runs out */
void key_hash_free (KeyHash *hash);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KeyHash, key_hash_free)

void key_hash_add (KeyHash *hash, const void *bytes, size_t n);

/* Returns the hash of all bytes so far; more may follow. */
void key_hash_get (const KeyHash *hash, uint8_t key[TRACE_KEY_BYTES]);
