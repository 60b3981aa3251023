/* SPDX-License-Identifier: Apache-2.0
 *
 * XXH3-128 of bytes as they pass by: what a profile is known by (trace_profile_key ()).
 *
 * Yann Collet's XXH3, 128 bits, no seed, in its canonical (big-endian) form, as xxh128sum prints it. It tells
 * files apart, it does not protect against ones made to collide. One owner. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct KeyHash KeyHash;

KeyHash *key_hash_new (void); /* NULL: out of memory */
void key_hash_free (KeyHash *hash);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KeyHash, key_hash_free)

void key_hash_add (KeyHash *hash, const void *bytes, size_t n);

/* Of all bytes so far; more may follow. */
void key_hash_get (const KeyHash *hash, uint8_t key[TRACE_KEY_BYTES]);
