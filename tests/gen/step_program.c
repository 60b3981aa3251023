/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/step_program.h"

/* The tables are indented like the trees they describe. */
/* clang-format off */

/* Nodes. d: depth. */
#define OP(d, text, shapes)                                                                        \
  { .depth = d, .kind = NODE_OP, .name = text, .inputs = shapes, .grad = NO_GRAD }
#define FORWARD(d, slot, text, shapes)                                                             \
  { .depth = d, .kind = NODE_OP, .name = text, .inputs = shapes, .grad = slot }
#define BACKWARD(d, slot, text)                                                                    \
  OP (d, "autograd::engine::evaluate_function: " text, NULL),                                      \
  { .depth = d + 1, .kind = NODE_OP, .name = text, .grad = slot, .backward = true }
#define ACCUMULATE(d)                                                                              \
  OP (d, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", NULL),            \
  OP (d + 1, "torch::autograd::AccumulateGrad", NULL)
#define ANNOTATION(d, text) { .depth = d, .kind = NODE_ANNOTATION, .name = text }
#define FRAME(d, text) { .depth = d, .kind = NODE_FRAME, .name = text, .module_first = NO_NUMBER }
#define MODULE(d, text, step, first)                                                               \
  { .depth = d, .kind = NODE_FRAME, .name = "nn.Module: " text "_", .module_step = step,           \
    .module_first = first }
#define LAUNCH(d, id) { .depth = d, .kind = NODE_LAUNCH, .work = id }
#define GRAPH(d) { .depth = d, .kind = NODE_GRAPH, .call = CALL_GRAPH_LAUNCH }
#define CALL(d, id) { .depth = d, .kind = NODE_CALL, .call = id }
#define HOLD(d, held)                                                                              \
  { .depth = d, .kind = NODE_CALL, .call = CALL_STREAM_WAIT_EVENT, .stream = held }
#define ALLOCATE(d, id, mb) { .depth = d, .kind = NODE_ALLOCATE, .buffer = id, .megabytes = mb }
#define FREE(d, id, mb) { .depth = d, .kind = NODE_ALLOCATE, .buffer = id, .megabytes = -(mb) }
#define WAIT(d, ns) { .depth = d, .kind = NODE_WAIT, .wait_ns = ns }
#define PROGRAM(name, list) const Program name = { list, sizeof list / sizeof list[0] }

/* Recorded shapes, in libkineto's member order. */
#define INPUTS(concrete, types, strides, dims)                                                     \
  "\"Concrete Inputs\": [" concrete "], \"Input type\": [" types "], \"Input Strides\": [" strides \
  "], \"Input Dims\": [" dims "], "
#define BF16               "\"c10::BFloat16\""
#define ONE(dims, strides) INPUTS ("\"\"", BF16, strides, dims)
#define TWO(dims_a, strides_a, dims_b, strides_b)                                                  \
  INPUTS ("\"\", \"\"", BF16 ", " BF16, strides_a ", " strides_b, dims_a ", " dims_b)
#define SCALED(dims, strides) /* a + alpha * b */                                                  \
  INPUTS ("\"\", \"\", \"1\"", BF16 ", " BF16 ", \"Scalar\"", strides ", " strides ", []",         \
          dims ", " dims ", []")

#define HIDDEN       "[8, 2048, 2048]"
#define HIDDEN_STEPS "[4194304, 2048, 1]"
#define WIDE         "[8, 2048, 8192]"
#define WIDE_STEPS   "[16777216, 8192, 1]"
#define ROWS         "[16384, 2048]"
#define ROWS_STEPS   "[2048, 1]"
#define HEADS        "[8, 16, 2048, 128]"
#define HEADS_STEPS  "[12582912, 128, 6144, 1]"
#define LOGITS       "[16384, 32000]"
#define LOGITS_STEPS "[32000, 1]"
#define TOKENS       "[8, 2048]"
#define TOKENS_STEPS "[2048, 1]"

#define NORM_INPUTS                                                                                \
  INPUTS ("\"\", \"[2048]\", \"\", \"\", \"1.0000000000000001e-05\"",                              \
          BF16 ", \"ScalarList\", " BF16 ", " BF16 ", \"Scalar\"",                                 \
          HIDDEN_STEPS ", [], [1], [1], []", HIDDEN ", [], [2048], [2048], []")
#define ATTENTION_INPUTS                                                                           \
  INPUTS ("\"\", \"\", \"\", \"0.\", \"True\", \"False\", \"\"",                                   \
          BF16 ", " BF16 ", " BF16 ", \"Scalar\", \"Scalar\", \"Scalar\", \"\"",                   \
          HEADS_STEPS ", " HEADS_STEPS ", " HEADS_STEPS ", [], [], [], []",                        \
          HEADS ", " HEADS ", " HEADS ", [], [], [], []")

/* What Inductor adds to the record of a kernel it calls. */
#define TRITON_INPUTS                                                                              \
  INPUTS ("\"\", \"\", \"\", \"67108864\"", BF16 ", \"float\", " BF16 ", \"Scalar\"",              \
          HEADS_STEPS ", [64, 1], " HEADS_STEPS ", []", HEADS ", [2048, 64], " HEADS ", []")       \
  "\"kernel_backend\": \"triton\", \"num_warps\": 8, \"num_stages\": 1, \"grid\": "                \
  "\"grid(67108864,)\", "                                                                          \
  "\"kernel_file\": \"/tmp/torchinductor_train/q3/cq3n7kd5vjw2mzr6hxt4.py\", "

/* A bias-free nn.Linear: weight is [out, in], rows the flattened input. */
#define LINEAR(d, slot, id, in_dims, in_steps, rows, row_steps, weight, weight_steps, turned,      \
               turned_steps)                                                                       \
  OP (d, "aten::linear", TWO (in_dims, in_steps, weight, weight_steps)),                           \
  OP (d + 1, "aten::t", ONE (weight, weight_steps)),                                               \
  OP (d + 1, "aten::matmul", TWO (in_dims, in_steps, turned, turned_steps)),                       \
  FORWARD (d + 2, slot, "aten::mm", TWO (rows, row_steps, turned, turned_steps)),                  \
  LAUNCH (d + 3, id)

/* The gradients of aten::mm with respect to its weight and to its input. */
#define LINEAR_BACKWARD(slot, dw, dx, grad, grad_steps, input, input_steps, turned, turned_steps)  \
  BACKWARD (0, slot, "MmBackward0"),                                                               \
  OP (2, "aten::t", ONE (input, input_steps)),                                                     \
  OP (2, "aten::mm", TWO (input, input_steps, grad, grad_steps)),                                  \
  LAUNCH (3, dw),                                                                                  \
  OP (2, "aten::mm", TWO (grad, grad_steps, turned, turned_steps)),                                \
  LAUNCH (3, dx),                                                                                  \
  ACCUMULATE (0)

#define NORM_BACKWARD(slot)                                                                        \
  BACKWARD (0, slot, "NativeLayerNormBackward0"),                                                  \
  OP (2, "aten::native_layer_norm_backward", NORM_INPUTS),                                         \
  LAUNCH (3, WORK_LAYER_NORM_DX),                                                                  \
  LAUNCH (3, WORK_LAYER_NORM_DW),                                                                  \
  ACCUMULATE (0),                                                                                  \
  ACCUMULATE (0)

#define ADD_BACKWARD(slot)                                                                         \
  BACKWARD (0, slot, "AddBackward0"),                                                              \
  OP (0, "aten::add_", SCALED (HIDDEN, HIDDEN_STEPS)),                                             \
  LAUNCH (1, WORK_ADD)

/* Activations kept for the backward pass: of each layer, and of the rest of the model. */
enum
{
  BUFFER_NORM_1,
  BUFFER_QKV,
  BUFFER_ATTENTION,
  BUFFER_RESIDUAL,
  BUFFER_NORM_2,
  BUFFER_UP,
  BUFFER_GELU
};
enum
{
  BUFFER_EMBEDDING,
  BUFFER_LOGITS,
  BUFFER_SOFTMAX
};

static const ProgramNode load_batch_nodes[] = {
  ANNOTATION (0, "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"),
    FRAME (1, "torch/utils/data/dataloader.py(718): __next__"),
      FRAME (2, "torch/utils/data/dataloader.py(1480): _next_data"),
        FRAME (3, "torch/utils/data/dataloader.py(1434): _get_data"),
          FRAME (4, "torch/utils/data/dataloader.py(1275): _try_get_data"),
            FRAME (5, "queue.py(171): get"),
              FRAME (6, "threading.py(359): wait"),
                WAIT (7, 0),
        FRAME (3, "torch/utils/data/dataloader.py(1497): _process_data"),
};
PROGRAM (load_batch, load_batch_nodes);

#define COPY_TOKENS(d)                                                                             \
  OP (d, "aten::to",                                                                               \
      INPUTS ("\"\", \"\", \"\", \"\", \"cuda\", \"True\"",                                        \
              "\"long int\", \"\", \"\", \"\", \"\", \"Scalar\"",                                  \
              TOKENS_STEPS ", [], [], [], [], []", TOKENS ", [], [], [], [], []")),                \
  OP (d + 1, "aten::_to_copy", INPUTS ("\"\"", "\"long int\"", TOKENS_STEPS, TOKENS)),             \
  OP (d + 2, "aten::copy_",                                                                        \
      INPUTS ("\"\", \"\", \"True\"", "\"long int\", \"long int\", \"Scalar\"",                    \
              TOKENS_STEPS ", " TOKENS_STEPS ", []", TOKENS ", " TOKENS ", []")),                  \
  LAUNCH (d + 3, WORK_COPY_TOKENS)

static const ProgramNode copy_batch_nodes[] = {
  FRAME (0, "train.py(131): to_device"),
    COPY_TOKENS (1),
    COPY_TOKENS (1),
};
PROGRAM (copy_batch, copy_batch_nodes);

static const ProgramNode copy_mask_nodes[] = {
  FRAME (0, "train.py(133): mask_to_device"),
    OP (1, "aten::copy_", INPUTS ("\"\", \"\", \"False\"", BF16 ", " BF16 ", \"Scalar\"",
        "[4194304, 2048, 1], [4194304, 2048, 1], []", "[4, 2048, 2048], [4, 2048, 2048], []")),
      LAUNCH (2, WORK_COPY_MASK),
};
PROGRAM (copy_mask, copy_mask_nodes);

static const ProgramNode embed_tokens_nodes[] = {
  MODULE (0, "Embedding", 0, 0),
    FRAME (1, "torch/nn/functional.py(2437): embedding"),
      OP (2, "aten::embedding", INPUTS ("\"\", \"\", \"-1\", \"False\", \"False\"",
          BF16 ", \"long int\", \"Scalar\", \"Scalar\", \"Scalar\"",
          "[2048, 1], [2048, 1], [], [], []", "[32000, 2048], [8, 2048], [], [], []")),
        FORWARD (3, GRAD_EMBEDDING, "aten::index_select", INPUTS ("\"\", \"0\", \"\"",
            BF16 ", \"Scalar\", \"long int\"", "[2048, 1], [], [1]", "[32000, 2048], [], [16384]")),
          ALLOCATE (4, BUFFER_EMBEDDING, 64),
          LAUNCH (4, WORK_EMBEDDING),
  OP (0, "aten::add", SCALED (HIDDEN, HIDDEN_STEPS)),
    LAUNCH (1, WORK_ADD),
};
PROGRAM (embed_tokens, embed_tokens_nodes);

static const ProgramNode rotary_graph_nodes[] = {
  FRAME (0, "torch/_inductor/compile_fx.py(1642): rotary_tables"),
    FRAME (1, "torch/_inductor/cudagraph_trees.py(1093): run"),
      ANNOTATION (2, "## Call CompiledFxGraph fq3kz7wmjy5tbd2hxvsn ##"),
        CALL (3, CALL_STREAM_IS_CAPTURING),
        GRAPH (3),
};
PROGRAM (rotary_graph, rotary_graph_nodes);

const WorkId graph_works[N_GRAPH_WORKS] = {
  WORK_TRITON_POINTWISE,  WORK_TRITON_ROTARY,     WORK_TRITON_ROTARY,     WORK_TRITON_REDUCTION,
  WORK_TRITON_PERSISTENT, WORK_TRITON_POINTWISE,  WORK_TRITON_ROTARY,     WORK_TRITON_ROTARY,
  WORK_TRITON_REDUCTION,  WORK_TRITON_PERSISTENT, WORK_TRITON_POINTWISE,  WORK_TRITON_ROTARY,
  WORK_TRITON_ROTARY,     WORK_TRITON_REDUCTION,  WORK_TRITON_PERSISTENT, WORK_TRITON_POINTWISE,
  WORK_TRITON_ROTARY,     WORK_TRITON_ROTARY,     WORK_TRITON_REDUCTION,  WORK_TRITON_PERSISTENT,
};

static const ProgramNode layer_forward_nodes[] = {
  MODULE (0, "Block", 1, 0),
    FRAME (1, "model.py(112): forward"),
      MODULE (2, "LayerNorm", 2, 0),
        OP (3, "aten::layer_norm", NORM_INPUTS),
          FORWARD (4, GRAD_NORM_1, "aten::native_layer_norm", NORM_INPUTS),
            ALLOCATE (5, BUFFER_NORM_1, 64),
            LAUNCH (5, WORK_LAYER_NORM),
      MODULE (2, "SelfAttention", 1, 0),
        FRAME (3, "model.py(64): forward"),
          MODULE (4, "Linear", 4, 0),
            LINEAR (5, GRAD_QKV, WORK_GEMM_QKV, HIDDEN, HIDDEN_STEPS, ROWS, ROWS_STEPS,
                "[6144, 2048]", "[2048, 1]", "[2048, 6144]", "[1, 2048]"),
              ALLOCATE (6, BUFFER_QKV, 192),
          FORWARD (4, GRAD_ROTARY, "CompiledFunction", NULL),
            OP (5, "triton_poi_fused_cat_mul_neg_slice_split_0", TRITON_INPUTS),
              LAUNCH (6, WORK_ROTARY),
          OP (4, "aten::scaled_dot_product_attention", ATTENTION_INPUTS),
            FORWARD (5, GRAD_ATTENTION, "aten::_scaled_dot_product_flash_attention",
                ATTENTION_INPUTS),
              OP (6, "aten::_flash_attention_forward", NULL),
                ALLOCATE (7, BUFFER_ATTENTION, 64),
                LAUNCH (7, WORK_FLASH_FORWARD),
          MODULE (4, "Linear", 4, 1),
            LINEAR (5, GRAD_PROJECTION, WORK_GEMM_PROJECTION, HIDDEN, HIDDEN_STEPS, ROWS,
                ROWS_STEPS, "[2048, 2048]", "[2048, 1]", "[2048, 2048]", "[1, 2048]"),
      FORWARD (2, GRAD_ADD_1, "aten::add", SCALED (HIDDEN, HIDDEN_STEPS)),
        ALLOCATE (3, BUFFER_RESIDUAL, 64),
        LAUNCH (3, WORK_ADD),
      MODULE (2, "LayerNorm", 2, 1),
        OP (3, "aten::layer_norm", NORM_INPUTS),
          FORWARD (4, GRAD_NORM_2, "aten::native_layer_norm", NORM_INPUTS),
            ALLOCATE (5, BUFFER_NORM_2, 64),
            LAUNCH (5, WORK_LAYER_NORM),
      MODULE (2, "FeedForward", 1, 0),
        FRAME (3, "model.py(91): forward"),
          MODULE (4, "Linear", 4, 2),
            LINEAR (5, GRAD_UP, WORK_GEMM_UP, HIDDEN, HIDDEN_STEPS, ROWS, ROWS_STEPS,
                "[8192, 2048]", "[2048, 1]", "[2048, 8192]", "[1, 2048]"),
              ALLOCATE (6, BUFFER_UP, 256),
          MODULE (4, "GELU", 1, 0),
            FORWARD (5, GRAD_GELU, "aten::gelu", INPUTS ("\"\", \"none\"", BF16 ", \"\"",
                WIDE_STEPS ", []", WIDE ", []")),
              ALLOCATE (6, BUFFER_GELU, 256),
              LAUNCH (6, WORK_GELU),
          MODULE (4, "Linear", 4, 3),
            LINEAR (5, GRAD_DOWN, WORK_GEMM_DOWN, WIDE, WIDE_STEPS, "[16384, 8192]", "[8192, 1]",
                "[2048, 8192]", "[8192, 1]", "[8192, 2048]", "[1, 8192]"),
      FORWARD (2, GRAD_ADD_2, "aten::add", SCALED (HIDDEN, HIDDEN_STEPS)),
        LAUNCH (3, WORK_ADD),
};
PROGRAM (layer_forward, layer_forward_nodes);

static const ProgramNode head_forward_nodes[] = {
  MODULE (0, "Linear", 4, 0),
    LINEAR (1, GRAD_HEAD, WORK_GEMM_HEAD, HIDDEN, HIDDEN_STEPS, ROWS, ROWS_STEPS, "[32000, 2048]",
        "[2048, 1]", "[2048, 32000]", "[1, 2048]"),
      ALLOCATE (2, BUFFER_LOGITS, 1000),
  FRAME (0, "torch/nn/functional.py(3385): cross_entropy"),
    OP (1, "aten::cross_entropy_loss", INPUTS ("\"\", \"\", \"\", \"1\", \"-100\", \"0.\"",
        BF16 ", \"long int\", \"\", \"Scalar\", \"Scalar\", \"Scalar\"",
        LOGITS_STEPS ", [1], [], [], [], []", LOGITS ", [16384], [], [], [], []")),
      OP (2, "aten::log_softmax", INPUTS ("\"\", \"1\", \"6\"", BF16 ", \"Scalar\", \"Scalar\"",
          LOGITS_STEPS ", [], []", LOGITS ", [], []")),
        FORWARD (3, GRAD_LOG_SOFTMAX, "aten::_log_softmax", INPUTS ("\"\", \"1\", \"True\"",
            BF16 ", \"Scalar\", \"Scalar\"", LOGITS_STEPS ", [], []", LOGITS ", [], []")),
          ALLOCATE (4, BUFFER_SOFTMAX, 2000),
          LAUNCH (4, WORK_LOG_SOFTMAX),
      OP (2, "aten::nll_loss_nd", INPUTS ("\"\", \"\", \"\", \"1\", \"-100\"",
          "\"float\", \"long int\", \"\", \"Scalar\", \"Scalar\"",
          LOGITS_STEPS ", [1], [], [], []", LOGITS ", [16384], [], [], []")),
        FORWARD (3, GRAD_NLL, "aten::nll_loss_forward", NULL),
          LAUNCH (4, WORK_NLL),
};
PROGRAM (head_forward, head_forward_nodes);

static const ProgramNode loss_item_nodes[] = {
  FRAME (0, "train.py(148): check_finite"),
    OP (1, "aten::item", INPUTS ("\"\"", "\"float\"", "[]", "[]")),
      OP (2, "aten::_local_scalar_dense", INPUTS ("\"\"", "\"float\"", "[]", "[]")),
        LAUNCH (3, WORK_COPY_SCALAR),
        CALL (3, CALL_STREAM_SYNCHRONIZE),
};
PROGRAM (loss_item, loss_item_nodes);

static const ProgramNode head_backward_nodes[] = {
  BACKWARD (0, GRAD_NLL, "NllLossBackward0"),
      OP (2, "aten::nll_loss_backward", NULL),
        LAUNCH (3, WORK_ZERO),
        LAUNCH (3, WORK_NLL_BACKWARD),
  BACKWARD (0, GRAD_LOG_SOFTMAX, "LogSoftmaxBackward0"),
      OP (2, "aten::_log_softmax_backward_data", INPUTS ("\"\", \"\", \"1\", \"15\"",
          "\"float\", \"float\", \"Scalar\", \"Scalar\"",
          LOGITS_STEPS ", " LOGITS_STEPS ", [], []", LOGITS ", " LOGITS ", [], []")),
        LAUNCH (3, WORK_LOG_SOFTMAX_BACKWARD),
  FREE (0, BUFFER_SOFTMAX, 2000),
  LINEAR_BACKWARD (GRAD_HEAD, WORK_GEMM_HEAD_DW, WORK_GEMM_HEAD_DX, LOGITS, LOGITS_STEPS, ROWS,
      ROWS_STEPS, "[32000, 2048]", "[2048, 1]"),
  FREE (0, BUFFER_LOGITS, 1000),
};
PROGRAM (head_backward, head_backward_nodes);

static const ProgramNode layer_backward_nodes[] = {
  ADD_BACKWARD (GRAD_ADD_2),
  LINEAR_BACKWARD (GRAD_DOWN, WORK_GEMM_DOWN_DW, WORK_GEMM_DOWN_DX, ROWS, ROWS_STEPS,
      "[16384, 8192]", "[8192, 1]", "[2048, 8192]", "[8192, 1]"),
  FREE (0, BUFFER_GELU, 256),
  BACKWARD (0, GRAD_GELU, "GeluBackward0"),
      OP (2, "aten::gelu_backward", TWO (WIDE, WIDE_STEPS, WIDE, WIDE_STEPS)),
        LAUNCH (3, WORK_GELU_BACKWARD),
  FREE (0, BUFFER_UP, 256),
  LINEAR_BACKWARD (GRAD_UP, WORK_GEMM_UP_DW, WORK_GEMM_UP_DX, "[16384, 8192]", "[8192, 1]", ROWS,
      ROWS_STEPS, "[8192, 2048]", "[2048, 1]"),
  FREE (0, BUFFER_NORM_2, 64),
  NORM_BACKWARD (GRAD_NORM_2),
  FREE (0, BUFFER_RESIDUAL, 64),
  ADD_BACKWARD (GRAD_ADD_1),
  LINEAR_BACKWARD (GRAD_PROJECTION, WORK_GEMM_PROJECTION_DW, WORK_GEMM_PROJECTION_DX, ROWS,
      ROWS_STEPS, ROWS, ROWS_STEPS, "[2048, 2048]", "[2048, 1]"),
  BACKWARD (0, GRAD_ATTENTION, "ScaledDotProductFlashAttentionBackward0"),
      OP (2, "aten::_scaled_dot_product_flash_attention_backward", NULL),
        OP (3, "aten::_flash_attention_backward", NULL),
          CALL (4, CALL_FUNC_SET_ATTRIBUTE),
          LAUNCH (4, WORK_FLASH_DOT),
          LAUNCH (4, WORK_FLASH_BACKWARD),
          LAUNCH (4, WORK_FLASH_CONVERT),
  FREE (0, BUFFER_ATTENTION, 64),
  BACKWARD (0, GRAD_ROTARY, "CompiledFunctionBackward"),
      OP (2, "triton_poi_fused_add_cat_mul_neg_slice_split_1", NULL),
        LAUNCH (3, WORK_ROTARY_BACKWARD),
  FREE (0, BUFFER_QKV, 192),
  LINEAR_BACKWARD (GRAD_QKV, WORK_GEMM_QKV_DW, WORK_GEMM_QKV_DX, "[16384, 6144]", "[6144, 1]",
      ROWS, ROWS_STEPS, "[6144, 2048]", "[2048, 1]"),
  FREE (0, BUFFER_NORM_1, 64),
  NORM_BACKWARD (GRAD_NORM_1),
};
PROGRAM (layer_backward, layer_backward_nodes);

static const ProgramNode embedding_backward_nodes[] = {
  BACKWARD (0, GRAD_EMBEDDING, "EmbeddingBackward0"),
      OP (2, "aten::embedding_dense_backward", INPUTS ("\"\", \"\", \"32000\", \"-1\", \"False\"",
          BF16 ", \"long int\", \"Scalar\", \"Scalar\", \"Scalar\"",
          HIDDEN_STEPS ", [2048, 1], [], [], []", HIDDEN ", [8, 2048], [], [], []")),
        LAUNCH (3, WORK_FILL_WORKSPACE),
        LAUNCH (3, WORK_SORT_TOKENS),
        LAUNCH (3, WORK_EMBEDDING_BACKWARD),
  ACCUMULATE (0),
  FREE (0, BUFFER_EMBEDDING, 64),
};
PROGRAM (embedding_backward, embedding_backward_nodes);

static const ProgramNode reduce_bucket_nodes[] = {
  OP (0, "c10d::allreduce_", NULL),
    { .depth = 1, .kind = NODE_OP, .name = "record_param_comms", .grad = NO_GRAD,
      .collective = true },
      CALL (2, CALL_STREAM_IS_CAPTURING),
      CALL (2, CALL_EVENT_RECORD),
      HOLD (2, STREAM_COLLECTIVE),
      ANNOTATION (2, "nccl:all_reduce"),
        CALL (3, CALL_STREAM_GET_CAPTURE_INFO),
        LAUNCH (3, WORK_ALL_REDUCE),
        CALL (3, CALL_EVENT_RECORD),
};
PROGRAM (reduce_bucket, reduce_bucket_nodes);

static const ProgramNode wait_buckets_nodes[] = {
  CALL (0, CALL_EVENT_QUERY),
  HOLD (0, STREAM_COMPUTE),
};
PROGRAM (wait_buckets, wait_buckets_nodes);

static const ProgramNode clip_gradients_nodes[] = {
  FRAME (0, "torch/nn/utils/clip_grad.py(165): clip_grad_norm_"),
    FRAME (1, "torch/nn/utils/clip_grad.py(43): _get_total_norm"),
      OP (2, "aten::_foreach_norm", NULL),
        LAUNCH (3, WORK_NORM),
        LAUNCH (3, WORK_NORM),
      OP (2, "aten::linalg_vector_norm", INPUTS ("\"\", \"2.\", \"\", \"False\", \"\"",
          "\"float\", \"Scalar\", \"\", \"Scalar\", \"\"", "[1], [], [], [], []",
          "[34], [], [], [], []")),
        LAUNCH (3, WORK_NORM_TOTAL),
    FRAME (1, "torch/nn/utils/clip_grad.py(104): _clip_grads_with_norm_"),
      OP (2, "aten::_foreach_mul_", NULL),
        LAUNCH (3, WORK_CLIP),
        LAUNCH (3, WORK_CLIP),
};
PROGRAM (clip_gradients, clip_gradients_nodes);

static const ProgramNode optimizer_step_nodes[] = {
  FRAME (0, "torch/optim/lr_scheduler.py(143): wrapper"),
    FRAME (1, "torch/optim/optimizer.py(468): wrapper"),
      ANNOTATION (2, "Optimizer.step#AdamW.step"),
        FRAME (3, "torch/optim/adam.py(216): step"),
          FRAME (4, "torch/optim/adam.py(720): _fused_adam"),
            OP (5, "aten::_fused_adamw_", NULL),
              LAUNCH (6, WORK_ADAM),
              LAUNCH (6, WORK_ADAM),
              LAUNCH (6, WORK_ADAM),
};
PROGRAM (optimizer_step, optimizer_step_nodes);

static const ProgramNode zero_gradients_nodes[] = {
  FRAME (0, "torch/_compile.py(50): inner"),
    ANNOTATION (1, "Optimizer.zero_grad#AdamW.zero_grad"),
      FRAME (2, "torch/optim/optimizer.py(970): zero_grad"),
        OP (3, "aten::_foreach_zero_", NULL),
          LAUNCH (4, WORK_ZERO),
          LAUNCH (4, WORK_ZERO),
};
PROGRAM (zero_gradients, zero_gradients_nodes);

static const ProgramNode synchronize_nodes[] = {
  FRAME (0, "torch/cuda/__init__.py(1032): synchronize"),
    FRAME (1, "<built-in method _cuda_synchronize of module object at 0x7f6c2e5a1b30>"),
      CALL (2, CALL_DEVICE_SYNCHRONIZE),
};
PROGRAM (synchronize, synchronize_nodes);

static const ProgramNode log_step_nodes[] = {
  FRAME (0, "torch/optim/lr_scheduler.py(236): step"),
    WAIT (1, 130000),
  FRAME (0, "train.py(164): collect_garbage"),
    FRAME (1, "<built-in function collect>"),
      WAIT (2, 2200000),
  FRAME (0, "train.py(171): log_metrics"),
    FRAME (1, "logging/__init__.py(1539): info"),
      WAIT (2, 1200000),
};
PROGRAM (log_step, log_step_nodes);
/* clang-format on */
