/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of rows of NVTX_EVENTS (its column eventType, explained by ENUM_NSYS_EVENT_TYPE). Those of NVTXT were imported
 * from text files. */

#pragma once

enum
{
  NVTX_CATEGORY = 33,
  NVTX_MARK = 34,
  NVTX_THREAD = 39,
  NVTX_PUSH_POP = 59,
  NVTX_START_END = 60,
  NVTXT_CATEGORY = 64,
  NVTXT_MARK = 65,
  NVTXT_PUSH_POP = 70,
  NVTXT_START_END = 71,
  NVTXT_FIRST_META = 72, /* threads, processes, files */
  NVTXT_LAST_META = 74,
  NVTX_DOMAIN_CREATE = 75,
  NVTX_DOMAIN_DESTROY = 76,
  NVTX_FIRST_CUDA_NAME = 97, /* of devices, contexts, streams */
  NVTX_LAST_CUDA_NAME = 99,
};
