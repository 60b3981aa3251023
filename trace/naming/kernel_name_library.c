/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/kernel_name.h"

#include <glib.h>

#include "trace/naming/scalar_type.h"

/* An identifier that contains one of these consists of words that this file knows. */
static const char *const markers[] = {
  "gemm_",     "gemm2_", "xmma_",  "cudnn_", "nvjet_", "cutlass_", "cutlass3x_",
  "winograd_", "fmha_",  "fmhaSm", "_sdpa_", "bmm_",   "gemmSm",
};

/* The operation of a kernel. The last one in a name counts: a convolution is also an implicit gemm. The word may follow
 * an element letter and the shape of the multiply instruction: "sgemm", "s16816gemm". */
/* clang-format off */
static const struct
{
  const char *word;
  const char *operation;
} operations[] = {
  { "gemm", "gemm" },
  { "gemm2", "gemm" },
  { "scudnn", "conv" },
  { "hcudnn", "conv" },
  { "bmm", "bmm" },
  { "fwd", "conv_fprop" },
  { "bwd", "conv_dgrad" },
  { "wrw", "conv_wgrad" },
  { "fprop", "conv_fprop" },
  { "dgrad", "conv_dgrad" },
  { "wgrad", "conv_wgrad" },
  { "winograd", "conv_winograd" },
  { "sdpa", "sdpa" },
  { "fmha", "fmha" },
};
/* clang-format on */

/* Words for the direction of an attention kernel. */
static const char *const backward_words[] = { "bwd", "bprop", "cutlassB" };
static const char *const forward_words[] = { "fwd", "fprop", "cutlassF" };

typedef enum
{
  ROLE_DETAIL, /* also for every word without a rule */
  ROLE_NOISE,  /* the same in all kernels of its kind, or of interest only to the kernel's author */
  ROLE_LAYOUT,
  ROLE_LIBRARY,
  ROLE_ARCHITECTURE,
} Role;

static const struct
{
  const char *word;
  Role role;
  const char *shown; /* NULL: the word itself */
} rules[] = {
  { "nn", ROLE_LAYOUT, NULL },
  { "nt", ROLE_LAYOUT, NULL },
  { "tn", ROLE_LAYOUT, NULL },
  { "tt", ROLE_LAYOUT, NULL },
  { "NN", ROLE_LAYOUT, NULL },
  { "NT", ROLE_LAYOUT, NULL },
  { "TN", ROLE_LAYOUT, NULL },
  { "TT", ROLE_LAYOUT, NULL },
  { "NNN", ROLE_LAYOUT, NULL },
  { "NTN", ROLE_LAYOUT, NULL },
  { "TNN", ROLE_LAYOUT, NULL },
  { "TTN", ROLE_LAYOUT, NULL },
  { "NNT", ROLE_LAYOUT, NULL },
  { "NTT", ROLE_LAYOUT, NULL },
  { "TNT", ROLE_LAYOUT, NULL },
  { "TTT", ROLE_LAYOUT, NULL },
  { "ntn", ROLE_LAYOUT, NULL },
  { "tnn", ROLE_LAYOUT, NULL },
  { "tnt", ROLE_LAYOUT, NULL },
  { "nhwc", ROLE_LAYOUT, NULL },
  { "nchw", ROLE_LAYOUT, NULL },
  { "ndhwc", ROLE_LAYOUT, NULL },

  { "cutlass", ROLE_LIBRARY, "cutlass" },
  { "cutlass3x", ROLE_LIBRARY, "cutlass" },
  { "xmma", ROLE_LIBRARY, "xmma" },
  { "nvjet", ROLE_LIBRARY, "nvjet" },
  { "cudnn", ROLE_LIBRARY, "cudnn" },
  { "gtcx", ROLE_LIBRARY, "MIOpen" },
  { "gtcx2", ROLE_LIBRARY, "MIOpen" },
  { "gtcx3", ROLE_LIBRARY, "MIOpen" },
  { "cutlassF", ROLE_LIBRARY, "cutlass" },
  { "cutlassB", ROLE_LIBRARY, "cutlass" },

  { "maxwell", ROLE_ARCHITECTURE, NULL },
  { "pascal", ROLE_ARCHITECTURE, NULL },
  { "volta", ROLE_ARCHITECTURE, NULL },
  { "turing", ROLE_ARCHITECTURE, NULL },
  { "ampere", ROLE_ARCHITECTURE, NULL },
  { "hopper", ROLE_ARCHITECTURE, NULL },
  { "blackwell", ROLE_ARCHITECTURE, NULL },

  { "tensorop", ROLE_NOISE, NULL },
  { "implicit", ROLE_NOISE, NULL },
  { "execute", ROLE_NOISE, NULL },
  { "kernel", ROLE_NOISE, NULL },
  { "cublas", ROLE_NOISE, NULL },
  { "infer", ROLE_NOISE, NULL },
  { "train", ROLE_NOISE, NULL },
  { "optimized", ROLE_NOISE, NULL },
  { "generated", ROLE_NOISE, NULL },
  { "fort", ROLE_NOISE, NULL },
  { "native", ROLE_NOISE, NULL },
  { "wmma", ROLE_NOISE, NULL },
  { "stages", ROLE_NOISE, NULL },
  { "f2f", ROLE_NOISE, NULL },
  { "exp", ROLE_NOISE, NULL },
  { "v1", ROLE_NOISE, NULL },
  { "g1", ROLE_NOISE, NULL },
  { "n", ROLE_NOISE, NULL },
  { "v", ROLE_NOISE, NULL },
  { "h", ROLE_NOISE, NULL },
  { "bz", ROLE_NOISE, NULL },
  { "off", ROLE_NOISE, NULL },
  { "5x", ROLE_NOISE, NULL },
  { "aligned", ROLE_NOISE, NULL },
  { "nhwckrsc", ROLE_NOISE, NULL },
  { "warpspecialized", ROLE_NOISE, NULL },
  { "warpgroupsize1x1x1", ROLE_NOISE, NULL },
  { "knob", ROLE_NOISE, NULL },
  { "group", ROLE_NOISE, NULL },
  { "cta", ROLE_NOISE, NULL },
  { "mma", ROLE_NOISE, NULL },
  { "wgmma", ROLE_NOISE, NULL },
  { "epi", ROLE_NOISE, NULL },
  { "void", ROLE_NOISE, NULL },
  { "rM", ROLE_NOISE, NULL },
  { "transOut", ROLE_NOISE, NULL },
  { "biasM", ROLE_NOISE, NULL },
  { "bN", ROLE_NOISE, NULL },
  { "tma", ROLE_NOISE, NULL },
  { "tmaOpt", ROLE_NOISE, NULL },
  { "clmp", ROLE_NOISE, NULL },
  { "dynBatch", ROLE_NOISE, NULL },
  { "bx0", ROLE_NOISE, NULL },
  { "ex1", ROLE_NOISE, NULL },
  { "16dp256b", ROLE_NOISE, NULL },
};

/* Words that begin with one of these and continue with a digit. */
/* clang-format off */
static const struct
{
  const char *prefix;
  Role role;
} numbered_rules[] = {
  { "sm", ROLE_ARCHITECTURE },
  { "ldg", ROLE_NOISE },
  { "warpsize", ROLE_NOISE },
  { "tensor", ROLE_NOISE },
  { "kernel", ROLE_NOISE },
  { "aligna", ROLE_NOISE },
  { "alignc", ROLE_NOISE },
  { "et", ROLE_NOISE },
  { "m", ROLE_NOISE },
  { "cga", ROLE_NOISE },
  { "schedP", ROLE_NOISE },
  { "wt", ROLE_NOISE },
  { "ws", ROLE_NOISE },
  { "wr", ROLE_NOISE },
  { "ta", ROLE_NOISE },
  { "tb", ROLE_NOISE },
  { "tile", ROLE_NOISE },
  { "s", ROLE_NOISE },
};
/* clang-format on */

/* Words that may precede a tile's numbers. */
static const char *const tile_prefixes[] = { "", "tilesize", "bt", "t" };

/* The letter before "gemm" or "cudnn". */
/* clang-format off */
static const struct
{
  char letter;
  const char *type;
} blas_letters[] = {
  { 's', "f32" },
  { 'd', "f64" },
  { 'h', "f16" },
  { 'c', "c64" },
  { 'z', "c128" },
  { 'i', "i8" },
};
/* clang-format on */

/* cuBLAS since CUDA 12: operand letters, accumulator, output ("tst"). */
/* clang-format off */
static const struct
{
  char letter;
  const char *type;
} nvjet_letters[] = {
  { 'h', "f16" },
  { 't', "bf16" },
  { 's', "f32" },
  { 'q', "f8e4m3" },
  { 'r', "f8e5m2" },
  { 'o', "f4e2m1" },
  { 'd', "f64" },
};
/* clang-format on */

/* Operand types of TensorRT-LLM's generated kernels, in a run without separators: MxE2m1MxE4m3. */
/* clang-format off */
static const struct
{
  const char *spelling;
  const char *type;
} camel_types[] = {
  { "MxE2m1", "mxfp4" },
  { "MxE4m3", "mxfp8" },
  { "E2m1", "fp4" },
  { "E4m3", "f8e4m3" },
  { "Bfloat16", "bf16" },
  { "Fp16", "f16" },
  { "Fp32", "f32" },
};
/* clang-format on */

typedef struct
{
  KernelName name;
  ShortText tile, layout, extra, library, architecture;
  size_t n_tiles;
  size_t operation_rank;   /* index of the operation's rule, + 1 */
  const char *letter_type; /* by the letter before the operation: the last resort */
  bool forward, backward;
} Words;

/* Counts the "x" of a tile: 2 for "128x64x32". Returns 0 for a word that is not a tile. */
static size_t
n_crosses (TextSpan word)
{
  size_t n = 0;

  for (size_t i = 0; i < word.n; i++)
    if (word.at[i] == 'x' && i > 0 && i + 1 < word.n && g_ascii_isdigit (word.at[i - 1]))
      n++;
    else if (!g_ascii_isdigit (word.at[i]))
      return 0;
  return n;
}

/* Reads the macro tile, then depth x stages as CUTLASS writes it: 128x128_32x3. */
static bool
words_tile (Words *words, TextSpan word)
{
  for (size_t i = 0; i < G_N_ELEMENTS (tile_prefixes); i++)
    {
      if (!span_starts (word, tile_prefixes[i]))
        continue;
      TextSpan tile = span_from (word, strlen (tile_prefixes[i]));
      if (tile_prefixes[i][0] == 't' && span_has (tile, "u")) /* t128x16x256u2: unrolled */
        tile.n = span_find (tile, "u");
      if (n_crosses (tile) == 0)
        continue;
      bool depth = words->n_tiles == 1 && n_crosses (short_text_span (&words->tile)) == 1;
      if (depth && n_crosses (tile) == 1)
        short_text_add (&words->tile, SPAN ("_"));
      if (words->n_tiles == 0 || (depth && n_crosses (tile) == 1))
        short_text_add (&words->tile, tile);
      words->n_tiles++;
      return true;
    }
  return false;
}

static const char *
letter_type (char letter)
{
  for (size_t i = 0; i < G_N_ELEMENTS (blas_letters); i++)
    if (letter == blas_letters[i].letter)
      return blas_letters[i].type;
  return NULL;
}

static bool
is_digits (TextSpan text)
{
  for (size_t i = 0; i < text.n; i++)
    if (!g_ascii_isdigit (text.at[i]))
      return false;
  return true;
}

/* 16816, or 64x128x16 since Hopper */
static bool
is_instruction_shape (TextSpan text)
{
  return is_digits (text) || n_crosses (text) > 0;
}

static bool
words_operation (Words *words, TextSpan word)
{
  bool forward = SPAN_IS_ONE_OF (word, forward_words);
  bool backward = SPAN_IS_ONE_OF (word, backward_words);

  words->forward = words->forward || forward;
  words->backward = words->backward || backward;
  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      TextSpan head = word;

      if (!span_ends (word, operations[i].word))
        continue;
      head.n -= strlen (operations[i].word);
      if (span_is (head, "gc")) /* complex numbers by three real products */
        head = span_from (head, 1);
      if (head.n > 0 && (letter_type (head.at[0]) == NULL || !is_instruction_shape (span_from (head, 1))))
        continue;
      /* With an instruction s is the accumulator: the operands are named elsewhere, or not at all. */
      if (head.n == 1 || (head.n > 1 && head.at[0] != 's'))
        words->letter_type = letter_type (head.at[0]);
      else if (span_ends (word, "cudnn"))
        words->letter_type = letter_type (word.at[0]);
      if (i + 1 > words->operation_rank)
        {
          words->operation_rank = i + 1;
          short_text_set (&words->name.operation, span_of (operations[i].operation));
        }
      return true;
    }
  return span_is (word, "bprop");
}

static bool
words_nvjet_types (Words *words, TextSpan word)
{
  const char *first = NULL, *last = NULL;

  if (!span_is (short_text_span (&words->library), "nvjet") || words->name.type.n > 0 || word.n < 3)
    return false;
  for (size_t i = 0; i < word.n; i++)
    {
      last = NULL;
      for (size_t j = 0; j < G_N_ELEMENTS (nvjet_letters); j++)
        if (word.at[i] == nvjet_letters[j].letter)
          last = nvjet_letters[j].type;
      if (last == NULL)
        return false;
      if (first == NULL)
        first = last;
    }
  short_text_set (&words->name.type, span_of (first));
  if (strcmp (first, last) != 0)
    {
      short_text_word (&words->extra, SPAN ("out"));
      short_text_word (&words->extra, span_of (last));
    }
  return true;
}

/* "MxE2m1MxE4m3" gives mxfp4xmxfp8. The last run before the tile belongs to the operands. */
static bool
words_camel_types (Words *words, TextSpan word)
{
  ShortText types = { 0 };

  for (size_t at = 0; at < word.n;)
    {
      size_t i = 0;
      while (i < G_N_ELEMENTS (camel_types) && !span_starts (span_from (word, at), camel_types[i].spelling))
        i++;
      if (i == G_N_ELEMENTS (camel_types))
        return false;
      if (types.n > 0)
        short_text_add (&types, SPAN ("x"));
      short_text_add (&types, span_of (camel_types[i].type));
      at += strlen (camel_types[i].spelling);
    }
  /* bmm_<output>_<operands>_<accumulator>: two operands have two types. */
  if (words->name.type.n == 0)
    words->name.type = types;
  else if (!span_is (short_text_span (&types), "f32"))
    {
      ShortText output = words->name.type;
      words->name.type = types;
      if (words->extra.n == 0)
        {
          short_text_word (&words->extra, SPAN ("out"));
          short_text_word (&words->extra, short_text_span (&output));
        }
    }
  return true;
}

static bool
words_type (Words *words, TextSpan word)
{
  const char *type = scalar_type_of_token (word);

  if (type == NULL)
    return words_camel_types (words, word);
  /* Among storage, operand and output types the operand's counts, and tf32 is always the operand's. */
  if (words->name.type.n == 0 || strcmp (type, "tf32") == 0)
    short_text_set (&words->name.type, span_of (type));
  return true;
}

/* fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausal...: operand type, output type, head size, the
 * rest. */
static bool
words_attention (Words *words, TextSpan word)
{
  if (span_starts (word, "fmhaSm"))
    {
      TextSpan sm = span_from (word, strlen ("fmhaSm"));
      sm.n = span_find (sm, "Kernel");
      short_text_set (&words->name.operation, SPAN ("fmha"));
      short_text_set (&words->architecture, SPAN ("sm"));
      short_text_add (&words->architecture, sm);
      return true;
    }
  if (!span_starts (word, "Qkv"))
    return false;
  TextSpan rest = span_from (word, strlen ("Qkv"));
  for (int operand = 0; operand < 2; operand++)
    {
      for (size_t i = 0; i < G_N_ELEMENTS (camel_types); i++)
        if (span_starts (rest, camel_types[i].spelling))
          {
            if (operand == 0)
              short_text_set (&words->name.type, span_of (camel_types[i].type));
            rest = span_from (rest, strlen (camel_types[i].spelling));
            break;
          }
      if (operand == 0 && span_starts (rest, "O"))
        rest = span_from (rest, 1);
    }
  short_text_word (&words->extra, rest);
  return true;
}

static void
words_place (Words *words, Role role, TextSpan shown)
{
  switch (role)
    {
    case ROLE_LAYOUT:
      short_text_set (&words->layout, shown);
      break;
    case ROLE_LIBRARY:
      short_text_set (&words->library, shown);
      break;
    case ROLE_ARCHITECTURE:
      short_text_set (&words->architecture, shown);
      break;
    case ROLE_DETAIL:
      short_text_word (&words->extra, shown);
      break;
    case ROLE_NOISE:
      break;
    }
}

static bool
words_by_rule (Words *words, TextSpan word)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
    if (span_is (word, rules[i].word))
      {
        words_place (words, rules[i].role, rules[i].shown == NULL ? word : span_of (rules[i].shown));
        return true;
      }
  for (size_t i = 0; i < G_N_ELEMENTS (numbered_rules); i++)
    {
      size_t n = strlen (numbered_rules[i].prefix);
      if (word.n > n && span_starts (word, numbered_rules[i].prefix) && g_ascii_isdigit (word.at[n]))
        {
          words_place (words, numbered_rules[i].role, word);
          return true;
        }
    }
  return false;
}

static void
words_add (Words *words, TextSpan word)
{
  if (word.n > 0 && is_digits (word))
    {
      /* cutlass_80_...: the architecture */
      if (words->library.n > 0 && words->architecture.n == 0)
        {
          short_text_set (&words->architecture, SPAN ("sm"));
          short_text_add (&words->architecture, word);
        }
      return;
    }
  if (word.n == 0 || words_tile (words, word) || words_attention (words, word) || words_type (words, word)
      || words_nvjet_types (words, word) || words_operation (words, word) || words_by_rule (words, word))
    return;
  short_text_word (&words->extra, word);
}

bool
kernel_name_library (TextSpan identifier, KernelName *ret_name)
{
  Words words = { 0 };
  bool known = false;

  if (span_starts (identifier, "triton_")) /* its list of fused operators is most readable unchanged */
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (markers) && !known; i++)
    known = span_has (identifier, markers[i]);
  if (!known)
    return false;
  for (size_t at = 0; at < identifier.n;)
    {
      TextSpan rest = span_from (identifier, at);
      TextSpan word = { rest.at, span_find (rest, "_") };

      words_add (&words, word);
      at += word.n + 1;
    }
  if (span_is (short_text_span (&words.library), "nvjet"))
    short_text_set (&words.name.operation, SPAN ("gemm"));
  if (words.name.operation.n == 0)
    return false;
  if (words.name.type.n == 0 && words.letter_type != NULL)
    short_text_set (&words.name.type, span_of (words.letter_type));
  if (span_is (short_text_span (&words.name.operation), "fmha")
      || span_is (short_text_span (&words.name.operation), "sdpa"))
    short_text_add (&words.name.operation, words.backward  ? SPAN ("_bwd")
                                           : words.forward ? SPAN ("_fwd")
                                                           : SPAN (""));
  short_text_word (&words.name.detail, short_text_span (&words.tile));
  short_text_word (&words.name.detail, short_text_span (&words.layout));
  short_text_word (&words.name.detail, short_text_span (&words.extra));
  short_text_word (&words.name.family, short_text_span (&words.library));
  short_text_word (&words.name.family, short_text_span (&words.architecture));
  *ret_name = words.name;
  return true;
}
