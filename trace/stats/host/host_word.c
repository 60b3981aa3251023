/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/host_word.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *begin;   /* begin of the name; NULL: anything */
  const char *word;    /* text that the name contains; NULL: anything */
  const char *without; /* text that it must not contain; NULL: none */
  HostWord is;
} WordRule;

/* The first match counts; case matters. cudaDeviceSynchronize and hipDeviceSynchronize, cuCtxSynchronize,
 * cuStreamSynchronize; cudaMemcpy, hipMemcpyWithStream and cuMemcpyDtoH_v2 block, cudaMemcpyAsync does not;
 * cudaMallocAsync, cuMemAllocHost, cuMemFree, hipHostFree; cuLaunchKernelEx, cudaGraphLaunch, hipExtModuleLaunchKernel,
 * cudaMemsetAsync. */
/* clang-format off */
static const WordRule rules[] = {
  { "enumerate(DataLoader)", NULL, NULL, HOST_LOADER },
  { "enumerate(DataPipe)", NULL, NULL, HOST_LOADER },
  { NULL, "dataloader_next", NULL, HOST_LOADER }, /* PyTorch Lightning: [pl][profile]...train_dataloader_next */
  { NULL, "torch/utils/data/dataloader.py", NULL, HOST_LOADER }, /* Python frames, whatever the path before it */
  { NULL, "StreamWaitEvent", NULL, HOST_STREAM_WAIT },
  { "cu", "Synchronize", NULL, HOST_SYNC },
  { "hip", "Synchronize", NULL, HOST_SYNC },
  { "musa", "Synchronize", NULL, HOST_SYNC },
  { "ze", "Synchronize", NULL, HOST_SYNC },
  { "cu", "Memcpy", "Async", HOST_SYNC },
  { "hip", "Memcpy", "Async", HOST_SYNC },
  { "cu", "Malloc", NULL, HOST_ALLOCATION },
  { "cu", "Free", NULL, HOST_ALLOCATION },
  { "cuda", "HostAlloc", NULL, HOST_ALLOCATION },
  { "cuda", "HostRegister", NULL, HOST_ALLOCATION },
  { "cuMem", "Alloc", NULL, HOST_ALLOCATION },
  { "cuMemCreate", NULL, NULL, HOST_ALLOCATION },
  { "cuMemMap", NULL, NULL, HOST_ALLOCATION },
  { "cuMemUnmap", NULL, NULL, HOST_ALLOCATION },
  { "cuMemRelease", NULL, NULL, HOST_ALLOCATION },
  { "hip", "Malloc", NULL, HOST_ALLOCATION },
  { "hip", "Free", NULL, HOST_ALLOCATION },
  { NULL, "Launch", NULL, HOST_LAUNCH },
  { NULL, "Memcpy", NULL, HOST_LAUNCH },
  { NULL, "Memset", NULL, HOST_LAUNCH },
  { NULL, "runFunction", NULL, HOST_LAUNCH },
};
/* clang-format on */

static bool
holds (const char *name, size_t length, const char *word)
{
  return memmem (name, length, word, strlen (word)) != NULL;
}

static bool
begins (const char *name, size_t length, const char *begin)
{
  return length >= strlen (begin) && memcmp (name, begin, strlen (begin)) == 0;
}

HostWord
host_word_of_name (const char *name, size_t length)
{
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
    {
      const WordRule *rule = &rules[i];

      if ((rule->begin == NULL || begins (name, length, rule->begin))
          && (rule->word == NULL || holds (name, length, rule->word))
          && (rule->without == NULL || !holds (name, length, rule->without)))
        return rule->is;
    }
  return HOST_PLAIN;
}

bool
host_words_init (HostWords *words, const Trace *trace)
{
  *words = (HostWords){ trace, calloc (trace_n_strings (trace) + (size_t) 1, 1) };
  return words->word_of_name != NULL;
}

void
host_words_clear (HostWords *words)
{
  free (words->word_of_name);
  words->word_of_name = NULL;
}

void
host_words_learn (HostWords *words, uint32_t name)
{
  size_t length;
  const char *text = trace_string (words->trace, name, &length);

  words->word_of_name[name] = (uint8_t) (host_word_of_name (text, length) + 1);
}
