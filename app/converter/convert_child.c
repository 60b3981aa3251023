/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/convert_child.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/converter/conversion_message.h"
#include "app/converter/convert_fault.h"
#include "app/converter/sandbox.h"
#include "trace/text/trace_error.h"

/* Far beyond any profile: what really bounds the file is the disk. */
#define NATIVE_FILE_MAX_BYTES (UINT64_C (1) << 40)

#define OPEN_FILES_MAX 64

#define PROGRESS_INTERVAL_S 0.04

/* Less of a file tells too little about the rest. */
#define ESTIMATE_AFTER_SHARE 0.02

#define ERRNO_LAST 133 /* EHWPOISON */

typedef struct
{
  pid_t pid;
  double begin_s, file_begin_s, told_s; /* on clock_s () */
  uint32_t file;                        /* of a directory, which one is read, from 1; 0: none yet */
  uint64_t position_bytes;              /* where it was last */

  /* Partial profiles: each is made by a fork of this process, which holds all that was read so far. */
  PartialSchedule partials;
  PartialMoment moment; /* at which one was wanted last */
  pid_t partial_pid;
  double fork_s;                  /* what making the running one took */
  bool is_partial;                /* this is one */
  ConversionMessage partial_news; /* what it has to tell then */
} Converter;

static double
clock_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* A window that has gone takes this process along; until then it reads. */
static void
tell (const ConversionMessage *message)
{
  conversion_message_send (CONVERT_FD_PROGRESS, message);
}

static void
follow_file (Converter *converter, const ImportProgress *progress, double now_s)
{
  /* The next file of a directory begins at its begin, and so does one that is read again. */
  if (converter->file == 0 || progress->position_bytes < converter->position_bytes)
    {
      converter->file += !progress->is_second_reading;
      converter->file_begin_s = now_s;
      converter->told_s = 0;
    }
  converter->position_bytes = progress->position_bytes;
}

static ConversionMessage
message_of (const Converter *converter, ConversionMessageKind kind, const ImportProgress *progress)
{
  return (ConversionMessage){
    .kind = kind,
    .number = converter->file,
    .position_bytes = progress->position_bytes,
    .size_bytes = progress->size_bytes,
    .n_events = progress->n_events,
  };
}

static void
take_progress (const ImportProgress *progress, void *user_data)
{
  Converter *converter = user_data;

  if (converter->is_partial)
    return;
  convert_fault_slow_down ();

  double now_s = clock_s ();
  follow_file (converter, progress, now_s);
  if (now_s - converter->told_s < PROGRESS_INTERVAL_S && progress->position_bytes < progress->size_bytes)
    return;
  converter->told_s = now_s;
  ConversionMessage message = message_of (converter, CONVERSION_PROGRESS, progress);
  tell (&message);
}

/* ---- partial profiles ---- */

/* Of a directory only this file counts, so that the whole is rather estimated too short. */
static PartialMoment
moment_of (const Converter *converter, const ImportProgress *progress, double now_s)
{
  double share =
    progress->size_bytes > 0 ? (double) progress->position_bytes / (double) progress->size_bytes : 0;

  return (PartialMoment){
    .elapsed_s = now_s - converter->begin_s,
    .left_s =
      share < ESTIMATE_AFTER_SHARE ? INFINITY : (now_s - converter->file_begin_s) * fmax (1 / share - 1, 0),
    .n_events = progress->n_events,
  };
}

static double
seconds_of (struct timeval time)
{
  return (double) time.tv_sec + (double) time.tv_usec / 1e6;
}

static void
reap_partial (Converter *converter)
{
  struct rusage usage;
  int status;

  if (converter->partial_pid == 0 || wait4 (converter->partial_pid, &status, WNOHANG, &usage) == 0)
    return;
  close (CONVERT_FD_PARTIAL + (int) converter->partials.n_begun - 1);
  partial_schedule_end (&converter->partials,
                        converter->fork_s + seconds_of (usage.ru_utime) + seconds_of (usage.ru_stime));
  converter->partial_pid = 0;
}

/* Ends this process when it has taken so much of the processor. */
static void
end_after (double cpu_s)
{
  double whole_s = floor (cpu_s);
  struct itimerval timer = {
    .it_value = { .tv_sec = (time_t) whole_s, .tv_usec = (suseconds_t) ((cpu_s - whole_s) * 1e6) },
  };

  setitimer (ITIMER_PROF, &timer, NULL);
}

static bool
wants_partial (const ImportProgress *progress, void *user_data)
{
  Converter *converter = user_data;
  double now_s = clock_s ();

  if (converter->is_partial)
    return false;
  follow_file (converter, progress, now_s);
  reap_partial (converter);
  converter->moment = moment_of (converter, progress, now_s);
  return partial_schedule_is_due (&converter->partials, &converter->moment);
}

static int
branch_off (const ImportProgress *progress, void *user_data)
{
  Converter *converter = user_data;
  unsigned i = converter->partials.n_begun;
  double allowance_s = partial_schedule_allowance_s (&converter->partials, &converter->moment);
  double before_s = clock_s ();
  pid_t pid = fork ();

  if (pid == 0)
    {
      if (!sandbox_end_with_parent (converter->pid))
        _exit (EXIT_FAILURE);
      end_after (allowance_s);
      converter->is_partial = true;
      converter->partial_news = message_of (converter, CONVERSION_PARTIAL, progress);
      converter->partial_news.number = i;
      return CONVERT_FD_PARTIAL + (int) i;
    }
  converter->fork_s = clock_s () - before_s;
  partial_schedule_begin (&converter->partials, &converter->moment);
  if (pid > 0)
    converter->partial_pid = pid;
  else
    partial_schedule_end (&converter->partials, converter->fork_s);
  return -1;
}

/* ---- the process ---- */

static _Noreturn void
fail (uint32_t code, const char *text)
{
  tell (&(ConversionMessage){ .kind = CONVERSION_FAILED, .number = code, .text = text });
  _exit (EXIT_FAILURE);
}

/* GLib ends a program that has no memory left; here that is a message like others. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  (void) user_data;

  for (gsize i = 0; i < n_fields; i++)
    if ((level & G_LOG_LEVEL_ERROR) != 0 && strcmp (fields[i].key, "MESSAGE") == 0
        && strstr (fields[i].value, "failed to allocate") != NULL)
      fail (TRACE_ERROR_NO_MEMORY, NULL);
  return g_log_writer_standard_streams (level, fields, n_fields, NULL);
}

/* Texts of errors may take a table of characters to be loaded, which cannot be opened later. */
static void
prepare_error_texts (void)
{
  for (int i = 1; i <= ERRNO_LAST; i++)
    {
      const char *volatile text = g_strerror (i); /* volatile: the call is what counts */
      (void) text;
    }
}

static void
go_behind_walls (uint64_t address_space_bytes)
{
  struct stat source;
  bool is_directory = fstat (CONVERT_FD_SOURCE, &source) == 0 && S_ISDIR (source.st_mode);
  SandboxLimits limits = {
    .address_space_bytes = address_space_bytes,
    .file_size_bytes = NATIVE_FILE_MAX_BYTES,
    .n_open_files = OPEN_FILES_MAX,
  };
  unsigned walls = 0;

  prepare_error_texts ();
#ifdef STEPSCOPE_SANITIZED
  /* Sanitizers map terabytes and read files of their own. */
  (void) is_directory;
  limits.address_space_bytes = 0;
  sandbox_limit (&limits);
#else
  sandbox_limit (&limits);
  walls = sandbox_enter (is_directory ? CONVERT_FD_SOURCE : -1);
#endif
  tell (&(ConversionMessage){ .kind = CONVERSION_CONFINED, .number = walls });
}

bool
convert_child_is_meant (int argc, char **argv)
{
  return argc == CONVERT_CHILD_N_ARG + 1 && strcmp (argv[1], CONVERT_CHILD_VERB) == 0;
}

void
convert_child_run (char **argv, const TraceImportFunc imports[N_CONVERSION_KINDS])
{
  guint64 parent, address_space_bytes, wants_partials, kind;
  GError *error = NULL;

  /* A person who has found the verb is told by its exit status that this is not the way. */
  if (!g_ascii_string_to_unsigned (argv[2], 10, 1, G_MAXINT, &parent, NULL)
      || !g_ascii_string_to_unsigned (argv[3], 10, 0, G_MAXINT64, &address_space_bytes, NULL)
      || !g_ascii_string_to_unsigned (argv[4], 10, 0, 1, &wants_partials, NULL)
      || !g_ascii_string_to_unsigned (argv[5], 10, 0, N_CONVERSION_KINDS - 1, &kind, NULL)
      || !sandbox_end_with_parent ((pid_t) parent))
    _exit (EXIT_FAILURE);
  g_log_set_writer_func (write_log, NULL, NULL);
  go_behind_walls (address_space_bytes);
  convert_fault_strike ();

  Converter converter = { .pid = getpid (), .begin_s = clock_s () };
  TraceSource source = { .fd = CONVERT_FD_SOURCE, .path = argv[6] };
  ImportControl control = {
    .progress = take_progress,
    .wants_branch = wants_partials ? wants_partial : NULL,
    .branch = wants_partials ? branch_off : NULL,
    .user_data = &converter,
  };
  bool is_done = imports[kind] (&source, CONVERT_FD_NATIVE, &control, &error);

  if (converter.is_partial)
    {
      if (is_done)
        tell (&converter.partial_news);
      _exit (is_done ? EXIT_SUCCESS : EXIT_FAILURE);
    }
  if (!is_done)
    fail ((uint32_t) error->code, error->message);
  tell (&(ConversionMessage){ .kind = CONVERSION_DONE });
  _exit (EXIT_SUCCESS);
}
