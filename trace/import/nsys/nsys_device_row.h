/* SPDX-License-Identifier: Apache-2.0
 *
 * What all tables of device work have in common: kernels, memcpys, memsets, graphs, synchronisations. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

/* The first columns that a reader of such a table asks for. */
#define NSYS_DEVICE_COLUMNS                                                                            \
  "start", "end", "deviceId", "contextId", "greenContextId", "streamId", "correlationId", "globalPid", \
    "graphNodeId", "graphId"

enum
{
  NSYS_DEVICE_START,
  NSYS_DEVICE_END,
  NSYS_DEVICE_NUMBER,
  NSYS_DEVICE_CONTEXT,
  NSYS_DEVICE_GREEN_CONTEXT,
  NSYS_DEVICE_STREAM,
  NSYS_DEVICE_CORRELATION,
  NSYS_DEVICE_PROCESS,
  NSYS_DEVICE_GRAPH_NODE,
  NSYS_DEVICE_GRAPH,
  N_NSYS_DEVICE_COLUMNS
};

typedef struct
{
  SliceInput slice; /* category and kind are the caller's */
  NsysSpan span;
  uint32_t process;
  int64_t device;
  RowArgs args;
} NsysDeviceRow;

/* Reads the current row, finds its track, and begins its arguments with device, context, stream and correlation. Its
 * process gets a rank of its own. Returns false if the row has been counted as skipped. */
bool
nsys_device_row_begin (NsysImport *import, const ForeignRows *rows, SliceKind kind, NsysDeviceRow *ret_row);

/* Ends the arguments with those of graphs and adds the slice. */
void nsys_device_row_end (NsysImport *import, const ForeignRows *rows, NsysDeviceRow *row);
