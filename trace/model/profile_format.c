/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/profile_format.h"

#include <glib.h>
#include <string.h>

#include "trace/text/marked_text.h"

/* No line of a command is so long that a narrow window wraps it: wrapped Python reads wrong. */
#define PYTORCH_SCRIPT                                          \
  "from torch.profiler import profile, schedule\n"              \
  "from torch.profiler import tensorboard_trace_handler\n"      \
  "\n"                                                          \
  "with profile(\n"                                             \
  "    schedule=schedule(wait=1, warmup=1, active=6),\n"        \
  "    on_trace_ready=tensorboard_trace_handler(\"traces\"),\n" \
  ") as profiler:\n"                                            \
  "    for batch in loader:\n"                                  \
  "        train(batch)\n"                                      \
  "        profiler.step()"

#define DYNOLOG "dyno gputrace --log-file /tmp/trace.json --duration-ms 500"

#define JAX_SCRIPT "with jax.profiler.trace(\"traces\", create_perfetto_trace=True):\n    train(batch)"

/* Each step is marked, so that it has a number. */
#define JAX_XPLANE_SCRIPT                                                          \
  "with jax.profiler.trace(\"traces\"):\n"                                         \
  "    for i in range(6):\n"                                                        \
  "        with jax.profiler.StepTraceAnnotation(\n"                                \
  "            \"train\", step_num=i):\n"                                           \
  "            train(batch)"

#define TENSORFLOW_SCRIPT                                                          \
  "tf.profiler.experimental.start(\"traces\")\n"                                    \
  "for i in range(6):\n"                                                            \
  "    with tf.profiler.experimental.Trace(\n"                                      \
  "        \"train\", step_num=i, _r=1):\n"                                         \
  "        train(batch)\n"                                                          \
  "tf.profiler.experimental.stop()"

#define NSYS                                                        \
  "nsys profile --trace=cuda,nvtx,osrt -o report python train.py\n" \
  "nsys export --type sqlite report.nsys-rep"

#define ROCPD "rocprofv3 --runtime-trace --output-format rocpd -- \\\n    python train.py"

#define ROCPROFV3 "rocprofv3 --runtime-trace --output-format json -- \\\n    python train.py"

#define RPD "runTracer.sh -o trace.rpd python train.py"

#define PFTRACE "rocprofv3 --runtime-trace --output-format pftrace -- \\\n    python train.py"

#define NEURON "neuron-profile view -n model.neff -s profile.ntff \\\n    --output-format perfetto"
#define TORCH_MEMORY                                \
  "memory = torch.cuda.memory\n"                    \
  "memory._record_memory_history()\n"               \
  "train(batch)\n"                                  \
  "memory._dump_snapshot(\"memory_snapshot.pickle\")"

#define SAGEMAKER                                                  \
  "aws s3 cp --recursive \\\n"                                    \
  "    s3://BUCKET/JOB/profiler-output JOB/profiler-output\n"       \
  "aws sagemaker describe-training-job \\\n"                      \
  "    --training-job-name JOB > JOB/job.json"

/* A line each. A mark in the text of one format must not be one of another before it. */
/* clang-format off */
static const ProfileFormat formats[] = {
  { PROFILE_FORMAT_KINETO, "kineto", N_ ("PyTorch"), "PyTorch traces", VENDOR_NONE, PROFILE_BYTES_TEXT, { "\"schemaVersion\"", "\"deviceProperties\"", "\"distributedInfo\"", "\"cpu_op\"", "\"ProfilerStep#" }, { ".json", ".json.gz", ".json.zst", ".json.tmp" }, { ".trace", ".gz", ".zst" }, { { N_ ("PyTorch, in the training script"), PYTORCH_SCRIPT }, { N_ ("PyTorch, a running job with dynolog and KINETO_USE_DAEMON=1"), DYNOLOG } }, NULL },
  { PROFILE_FORMAT_NSYS_SQLITE, "nsys-sqlite", N_ ("Nsight Systems SQLite"), "Nsight Systems SQLite exports", VENDOR_NVIDIA, PROFILE_BYTES_TABLES, { "CUPTI_ACTIVITY_KIND_", "TARGET_INFO_SESSION_START_TIME", "META_DATA_EXPORT", "EXPORT_META_DATA" }, { ".sqlite" }, { NULL }, { { N_ ("NVIDIA Nsight Systems; then open report.sqlite"), NSYS } }, N_ ("It was recorded without --trace=cuda, or the program used no GPU. The timeline shows what the host did.") },
  { PROFILE_FORMAT_CUPTI, "cupti", N_ ("CUPTI activity buffers"), "CUPTI activity buffers", VENDOR_NVIDIA, PROFILE_BYTES_MAGIC, { "CUPTIREC" }, { ".cupti" }, { NULL }, { { NULL, NULL } }, NULL },
  { PROFILE_FORMAT_ROCPD, "rocpd", N_ ("ROCm rocpd"), "rocpd databases", VENDOR_AMD, PROFILE_BYTES_TABLES, { "rocpd_info_agent", "rocpd_info_node", "rocpd_kernel_dispatch" }, { ".db" }, { NULL }, { { N_ ("AMD ROCm 7; then open the file …_results.db"), ROCPD } }, N_ ("It was recorded without --kernel-trace, or the program used no GPU. The timeline shows what the host did.") },
  { PROFILE_FORMAT_ROCPROFV3, "rocprofv3", N_ ("ROCm rocprofv3 JSON"), "rocprofv3 JSON", VENDOR_AMD, PROFILE_BYTES_TEXT, { "\"rocprofiler-sdk-tool\"" }, { ".json", ".json.gz", ".json.zst" }, { NULL }, { { N_ ("AMD ROCm 6; then open the file …_results.json"), ROCPROFV3 } }, N_ ("It was recorded without --kernel-trace, or the program used no GPU. The timeline shows what the host did.") },
  { PROFILE_FORMAT_RPD, "rpd", N_ ("ROCm RPD"), "RPD databases", VENDOR_AMD, PROFILE_BYTES_TABLES, { "rocpd_apitype", "rocpd_api", "rocpd_op", "rocpd_metadata" }, { ".rpd", ".rpd.gz" }, { NULL }, { { N_ ("AMD, with rocmProfileData"), RPD } }, NULL },
  { PROFILE_FORMAT_XSPACE, "xspace", N_ ("XSpace"), "XSpace files of JAX and TensorFlow", VENDOR_NONE, PROFILE_BYTES_MESSAGES, { NULL }, { ".xplane.pb", ".xplane.pb.gz" }, { ".pb", ".pb.gz" }, { { N_ ("JAX, in the training script; then open the folder plugins/profile/…"), JAX_XPLANE_SCRIPT }, { N_ ("TensorFlow, in the training script; then open the folder plugins/profile/…"), TENSORFLOW_SCRIPT } }, N_ ("The program used no GPU or TPU, or they were not recorded. The timeline shows what the host did.") },
  { PROFILE_FORMAT_PERFETTO, "perfetto", N_ ("Perfetto"), "Perfetto traces", VENDOR_NONE, PROFILE_BYTES_MESSAGES, { NULL }, { ".pftrace", ".perfetto-trace", ".proto", ".pftrace.gz", ".perfetto-trace.gz" }, { ".pb", ".pb.gz" }, { { N_ ("AMD ROCm; then open the file …_results.pftrace"), PFTRACE }, { N_ ("AWS Neuron"), NEURON }, { NULL, NULL } }, NULL },
  { PROFILE_FORMAT_TORCH_MEMORY, "torch-memory", N_ ("PyTorch memory"), "PyTorch memory snapshots", VENDOR_NONE, PROFILE_BYTES_TEXT, { "\"device_traces\"", "\"allocator_settings\"", "\"segment_type\"" }, { ".pickle", ".pickle.gz", ".pickle.zst" }, { ".pkl", ".gz", ".zst" }, { { N_ ("PyTorch, the memory of GPUs, in the training script"), TORCH_MEMORY } }, N_ ("It is a history of memory, which holds no work of GPUs. Open it together with a trace of the same run.") },
  { PROFILE_FORMAT_SAGEMAKER, "sagemaker", N_ ("SageMaker job"), "folders of SageMaker Debugger jobs", VENDOR_NONE, PROFILE_BYTES_FOLDER, { NULL }, { NULL }, { NULL }, { { N_ ("Amazon SageMaker Debugger; then open the folder of the job"), SAGEMAKER } }, N_ ("SageMaker Debugger samples the utilization of GPUs, but does not record their work. GPU utilization, sampled, shows the samples.") },
  { PROFILE_FORMAT_CHROME, "chrome-json", N_ ("Chrome JSON"), "other Chrome JSON", VENDOR_NONE, PROFILE_BYTES_TEXT, { "\"traceEvents\"", "\"ph\"" }, { ".json", ".json.gz", ".json.zst", ".json.tmp" }, { ".trace", ".gz", ".zst" }, { { N_ ("JAX, in the training script; then open perfetto_trace.json.gz"), JAX_SCRIPT } }, NULL },
  { PROFILE_FORMAT_NATIVE, NULL, N_ ("Native"), NULL, VENDOR_NONE, PROFILE_BYTES_SECTIONS, { NULL }, { ".stepscope" }, { NULL }, { { NULL, NULL } }, NULL },
  { PROFILE_FORMAT_ARCHIVE, NULL, N_ ("Archive"), NULL, VENDOR_NONE, PROFILE_BYTES_SECTIONS, { NULL }, { ".archive" }, { NULL }, { { NULL, NULL } }, NULL },
  { PROFILE_FORMAT_NSYS_REPORT, NULL, N_ ("Nsight Systems report"), NULL, VENDOR_NVIDIA, PROFILE_BYTES_MAGIC, { "NVIDIA Tegra Profiler Report" }, { NULL }, { ".nsys-rep", ".qdrep" }, { { NULL, NULL } }, NULL },
};
/* clang-format on */

const ProfileFormat *
profile_formats (size_t *ret_n)
{
  *ret_n = G_N_ELEMENTS (formats);
  return formats;
}

const ProfileFormat *
profile_format_get (ProfileFormatId id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].id == id)
      return &formats[i];
  return NULL;
}

static const ProfileFormat *
find_word (const char *word, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].word != NULL && strlen (formats[i].word) == length
        && memcmp (formats[i].word, word, length) == 0)
      return &formats[i];
  return NULL;
}

const ProfileFormat *
profile_format_of_word (const char *word)
{
  return find_word (word, strlen (word));
}

const ProfileFormat *
profile_format_next (const char **words)
{
  const char *word = *words;
  size_t length = strcspn (word, "+");

  *words = word[length] == '+' ? word + length + 1 : NULL;
  return find_word (word, length);
}

bool
profile_format_is_among (ProfileFormatId id, const char *words)
{
  while (words != NULL)
    {
      const ProfileFormat *format = profile_format_next (&words);

      if (format != NULL && format->id == id)
        return true;
    }
  return false;
}

bool
profile_format_has_name (const ProfileFormat *format, const char *name)
{
  for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
    if (g_str_has_suffix (name, *suffix))
      return true;
  return false;
}

char *
profile_formats_sentence (void)
{
  GString *text = g_string_new (NULL);
  size_t n_left = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    n_left += formats[i].list_as != NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (formats[i].list_as == NULL)
        continue;
      g_string_append (text, text->len == 0 ? "" : n_left == 1 ? " and " : ", ");
      g_string_append (text, formats[i].list_as);
      n_left--;
    }
  return g_string_free (text, FALSE);
}
