/* SPDX-License-Identifier: Apache-2.0
 *
 * The program that recorded a profile. */

#pragma once

#include "trace/model/trace.h"

/* Settings that importers write, with JSON strings as values. */
#define SETTING_TOOL           "tool"           /* "Nsight Systems" */
#define SETTING_TOOL_VERSION   "tool version"   /* "2025.3.1.90" */
#define SETTING_DRIVER_VERSION "driver version" /* of the devices */
#define SETTING_CUDA_VERSION   "cuda version"
#define SETTING_CUPTI_VERSION  "cupti version"
#define SETTING_ROCM_VERSION   "rocm version"
#define SETTING_HIP_VERSION    "hip version"

typedef struct
{
  char *name, *version; /* owned, valid UTF-8; NULL if the file does not tell */
} RecordingTool;

/* Reads the tool from the settings of the first rank; for Kineto, which has no such settings, it is PyTorch with its own
 * version, and for buffers of CUPTI that library. Of a profile of several formats the name lists the tools with their versions,
 * "PyTorch 2.7.0 + Nsight Systems 2025.3.1", and version is NULL. Any thread. O(settings). */
RecordingTool recording_tool_of (const Trace *trace);
void recording_tool_clear (RecordingTool *tool);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RecordingTool, recording_tool_clear)

/* Returns what people call a version of CUPTI: "13.0.1" for "130001"; a number of an older one stays as it is. Transfer full. */
char *recording_tool_cupti_version (const char *text);

/* Returns "Nsight Systems 2025.3.1", or NULL if the name is not known. Transfer full. */
char *recording_tool_text (const RecordingTool *tool);
