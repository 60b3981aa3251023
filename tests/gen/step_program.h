/* SPDX-License-Identifier: Apache-2.0
 *
 * What one training step executes, as data: the operator trees of a decoder-only transformer under
 * DistributedDataParallel, one program per phase.
 *
 * A program is a tree written as a list: a node contains the deeper nodes that follow it. */

#pragma once

#include "tests/gen/cuda_call.h"
#include "tests/gen/device_work.h"
#include "tests/gen/recorded_step.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Forward operators that autograd remembers; each has one backward node. */
typedef enum
{
  GRAD_NORM_1,
  GRAD_QKV,
  GRAD_ROTARY,
  GRAD_ATTENTION,
  GRAD_PROJECTION,
  GRAD_ADD_1,
  GRAD_NORM_2,
  GRAD_UP,
  GRAD_GELU,
  GRAD_DOWN,
  GRAD_ADD_2,
  N_LAYER_GRADS,
  /* Of the step, after those of all layers: */
  GRAD_EMBEDDING = 0,
  GRAD_HEAD,
  GRAD_LOG_SOFTMAX,
  GRAD_NLL,
  N_STEP_GRADS,
  NO_GRAD = -1
} GradSlot;

#define MAX_LAYER_BUFFERS 8

typedef enum
{
  NODE_OP,
  NODE_ANNOTATION,
  NODE_FRAME,  /* a Python frame; left out when frames are not recorded */
  NODE_LAUNCH, /* a call with its device work */
  NODE_GRAPH,  /* one call with the work of a whole CUDA graph */
  NODE_CALL,   /* any other call */
  NODE_ALLOCATE,
  NODE_WAIT /* the host sleeps */
} NodeKind;

typedef struct
{
  uint8_t depth;
  NodeKind kind;
  const char *name;   /* operators, annotations, frames */
  const char *inputs; /* operators: JSON members, or NULL */
  GradSlot grad;
  bool backward;
  bool collective;    /* the operator describes the all reduce of the scope */
  int8_t module_step; /* frames of modules: numbered layer * module_step + module_first */
  int8_t module_first;
  WorkId work;
  CallId call;
  Stream stream;     /* that a cudaStreamWaitEvent holds back */
  int16_t megabytes; /* allocated, or freed when negative */
  uint8_t buffer;    /* which one, below MAX_LAYER_BUFFERS */
  int32_t wait_ns;   /* 0: the wait of the scope */
} ProgramNode;

typedef struct
{
  const ProgramNode *nodes;
  size_t n;
} Program;

/* In the order of a step. First on the main thread: */
extern const Program load_batch;
extern const Program copy_batch;
extern const Program copy_mask; /* only where it is injected */
extern const Program embed_tokens;
extern const Program rotary_graph;
extern const Program layer_forward;
extern const Program head_forward;
extern const Program loss_item;

/* Then on the autograd thread: */
extern const Program head_backward;
extern const Program layer_backward;
extern const Program embedding_backward;
extern const Program reduce_bucket; /* after each of the three above */
extern const Program wait_buckets;

/* And on the main thread again: */
extern const Program clip_gradients;
extern const Program optimizer_step;
extern const Program zero_gradients;
extern const Program synchronize;
extern const Program log_step;

/* The kernels of the graph that NODE_GRAPH launches. */
#define N_GRAPH_WORKS 20
extern const WorkId graph_works[N_GRAPH_WORKS];
