/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of the pyramid of trace/index/lod.h in memory. lod_build.c writes it, lod_query.c reads it. */

#pragma once

#include <stddef.h>
#include <stdint.h>

#define LOD_BLOCK      16
#define LOD_BLOCKS     4 /* per group */
#define LOD_GROUP      (LOD_BLOCK * LOD_BLOCKS)
#define LOD_FANOUT     4
#define LOD_NODE       (LOD_GROUP * LOD_FANOUT)
#define LOD_LEVELS_MAX 12 /* levels of nodes; the uppermost nodes hold 256 x 4^11 slices, fewer than 2^32 */
#define LOD_SHARE_MAX  255

/* 256 slices, or four nodes of the level below. */
typedef struct
{
  int64_t begin_ns, end_ns;
  float longest_ns;
  float busy_ns;
  uint32_t longest;  /* index within the node */
  uint32_t dominant; /* a slice with the dominant name, as an index within the node */
} LodNode;

/* Offsets are in units of 2^shift ns from the group's begin; begins round down, ends round up. The last end
 * is that of the whole group; if slices overlap, it may lie after the end of the last block. */
typedef struct
{
  uint32_t end[LOD_BLOCKS];
  uint32_t begin[LOD_BLOCKS - 1]; /* of blocks 1 to 3; block 0 begins with its group */
} LodGroupEdges;

/* Shares are relative to the width of the block, or of the group. */
typedef struct
{
  uint8_t busy[LOD_BLOCKS];
  uint8_t longest[LOD_BLOCKS]; /* duration of the longest slice */
  uint8_t slices[LOD_BLOCKS];  /* low half: index of the longest; high half: of one with the dominant name */
  uint8_t shift;
  uint8_t group_busy;
  uint8_t group_longest;
  uint8_t group_blocks; /* low half: the block that holds the longest slice; high half: the dominant name */
} LodGroupShares;

_Static_assert(sizeof (LodNode) == 32, "nodes are laid out as in the table of lod.h");
_Static_assert(sizeof (LodGroupEdges) == 28 && sizeof (LodGroupShares) == 16,
               "52 bytes a group, with its begin");

/* The parts of the memory in order: nodes, level by level from the lowest up; then the begins (int64), edges
 * and shares of the groups. */
typedef struct
{
  size_t n_groups;
  size_t n_nodes[LOD_LEVELS_MAX]; /* [0]: of 256 slices */
  size_t first_node[LOD_LEVELS_MAX];
  unsigned n_levels;
  size_t begins_at, edges_at, shares_at, size_bytes; /* in bytes */
} LodShape;

LodShape lod_shape_of (size_t n_slices);
