/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/conversion.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/converter/conversion_message.h"
#include "app/converter/conversion_process.h"
#include "app/converter/partial_schedule.h"
#include "app/converter/sandbox.h"
#include "app/converter/scratch_file.h"
#include "trace/text/trace_error.h"

#define ADDRESS_SPACE_MIN_BYTES (UINT64_C (1) << 30)

typedef enum
{
  OUTCOME_NONE, /* ended without a word */
  OUTCOME_DONE,
  OUTCOME_FAILED,    /* the error is set */
  OUTCOME_NO_MEMORY, /* likewise, but without a sentence */
  OUTCOME_CANCELLED,
  OUTCOME_BROKEN, /* what it says is not understood */
} Outcome;

typedef struct
{
  const TraceSource *source;
  const ConversionControl *control;
  uint64_t address_space_bytes;
  int partial_fds[PARTIALS_MAX];
  bool has_partials;
  ConversionReader reader;
  Outcome outcome;
  GError *error; /* of OUTCOME_FAILED */
} Conversion;

G_DEFINE_QUARK (stepscope - conversion - error - quark, conversion_error)

uint64_t
conversion_address_space_bytes (void)
{
  long n_pages = sysconf (_SC_PHYS_PAGES), page_bytes = sysconf (_SC_PAGESIZE);
  uint64_t memory_bytes = n_pages > 0 && page_bytes > 0 ? (uint64_t) n_pages * (uint64_t) page_bytes : 0;

  return MAX (memory_bytes, ADDRESS_SPACE_MIN_BYTES);
}

/* ---- what the process says ---- */

static ConversionProgress
progress_of (const ConversionMessage *message)
{
  return (ConversionProgress){
    .position_bytes = message->position_bytes,
    .size_bytes = message->size_bytes,
    .n_events = message->n_events,
    .file = message->number,
  };
}

static void
take_partial (Conversion *conversion, const ConversionMessage *message)
{
  ConversionProgress progress = progress_of (message);

  /* Each comes once. */
  if (!conversion->has_partials || message->number >= PARTIALS_MAX
      || conversion->partial_fds[message->number] < 0)
    {
      conversion->outcome = OUTCOME_BROKEN;
      return;
    }
  conversion->control->partial (conversion->partial_fds[message->number], &progress,
                                conversion->control->user_data);
  close (conversion->partial_fds[message->number]);
  conversion->partial_fds[message->number] = -1;
}

static void
take_failure (Conversion *conversion, const ConversionMessage *message)
{
  if (message->number == TRACE_ERROR_NO_MEMORY)
    conversion->outcome = OUTCOME_NO_MEMORY;
  else if (message->number > TRACE_ERROR_UNWRITABLE || message->number == TRACE_ERROR_CANCELLED
           || message->text == NULL)
    conversion->outcome = OUTCOME_BROKEN;
  else
    {
      conversion->outcome = OUTCOME_FAILED;
      conversion->error = g_error_new_literal (TRACE_ERROR, (int) message->number, message->text);
    }
}

static void
take_message (Conversion *conversion, const ConversionMessage *message)
{
  const ConversionControl *control = conversion->control;

  switch (message->kind)
    {
    case CONVERSION_PROGRESS:
      {
        ConversionProgress progress = progress_of (message);
        if (control != NULL && control->progress != NULL)
          control->progress (&progress, control->user_data);
        break;
      }
    case CONVERSION_PARTIAL:
      take_partial (conversion, message);
      break;
    case CONVERSION_FAILED:
      take_failure (conversion, message);
      break;
    case CONVERSION_DONE:
      conversion->outcome = OUTCOME_DONE;
      break;
    case CONVERSION_CONFINED:
      g_debug ("the converter's walls: system calls %s, files %s",
               (message->number & SANDBOX_CALLS) != 0 ? "yes" : "no",
               (message->number & SANDBOX_FILES) != 0 ? "yes" : "no");
      break;
    default:
      break;
    }
}

static void
take_messages (Conversion *conversion)
{
  ConversionMessageState state;
  ConversionMessage message;

  /* Nothing counts after the last word. */
  while (conversion->outcome == OUTCOME_NONE
         && (state = conversion_reader_take (&conversion->reader, &message)) != CONVERSION_MESSAGE_INCOMPLETE)
    if (state == CONVERSION_MESSAGE_TAKEN)
      take_message (conversion, &message);
    else
      conversion->outcome = OUTCOME_BROKEN;
}

/* Until the pipe ends, which is when the process has; or until it is to be ended. */
static void
listen_to (Conversion *conversion, int progress_fd, GCancellable *cancellable)
{
  GPollFD cancel = { .fd = -1 };

  /* Where there is no descriptor to wait with, one looks now and then. */
  bool has_cancel = cancellable != NULL && g_cancellable_make_pollfd (cancellable, &cancel);
  for (;;)
    {
      struct pollfd fds[] = {
        { .fd = progress_fd, .events = POLLIN },
        { .fd = has_cancel ? cancel.fd : -1, .events = POLLIN },
      };

      poll (fds, G_N_ELEMENTS (fds), has_cancel || cancellable == NULL ? -1 : 20);
      if (g_cancellable_is_cancelled (cancellable))
        {
          conversion->outcome = OUTCOME_CANCELLED;
          break;
        }
      if (fds[0].revents == 0)
        continue;
      if (conversion->outcome != OUTCOME_NONE)
        conversion->reader.n = 0;
      if (conversion_reader_fill (&conversion->reader, progress_fd) <= 0)
        break;
      take_messages (conversion);
      if (conversion->outcome == OUTCOME_BROKEN)
        break;
    }
  if (has_cancel)
    g_cancellable_release_fd (cancellable);
}

/* ---- how it ended ---- */

static void
set_no_memory (const Conversion *conversion, GError **error)
{
  g_autofree char *limit = g_format_size (conversion->address_space_bytes);

  /* Translators: the file, and "8.4 GB". What follows the colon is a command. */
  g_set_error (
    error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
    _ (
      "%s: reading it takes more memory than the %s that it may use. Nothing else is affected. Convert it on "
      "a larger machine, then open the result: %s"),
    conversion->source->path, limit, "stepscope-cli convert FILE -o FILE.stepscope");
}

static void
set_signalled (const Conversion *conversion, int signal, GError **error)
{
  const char *path = conversion->source->path;
  const char *abbreviation = sigabbrev_np (signal);
  g_autofree char *name =
    abbreviation != NULL ? g_strconcat ("SIG", abbreviation, NULL) : g_strdup_printf ("%d", signal);

  if (signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP)
    g_set_error (
      error, CONVERSION_ERROR, CONVERSION_ERROR_STOPPED,
      _ ("%s: the process that read it was killed (%s), as the system does when memory runs out. Nothing "
         "else is affected. Close what you do not need, and try again."),
      path, name);
  else
    g_set_error (
      error, CONVERSION_ERROR, CONVERSION_ERROR_CRASHED,
      _ ("%s: the process that read it crashed (%s). Nothing else is affected. If this happens again, the "
         "file has hit a bug in Stepscope. Report it."),
      path, name);
}

/* status: how the process ended, of its own or because it had to. */
static bool
conclude (Conversion *conversion, int status, GError **error)
{
  switch (conversion->outcome)
    {
    case OUTCOME_CANCELLED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Opening cancelled"));
      return false;
    case OUTCOME_FAILED:
      g_propagate_error (error, g_steal_pointer (&conversion->error));
      return false;
    case OUTCOME_NO_MEMORY:
      set_no_memory (conversion, error);
      return false;
    case OUTCOME_DONE:
      if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
        return true;
      break;
    case OUTCOME_NONE:
      if (!WIFSIGNALED (status))
        break;
      set_signalled (conversion, WTERMSIG (status), error);
      return false;
    default:
      break;
    }
  g_set_error (
    error, CONVERSION_ERROR, CONVERSION_ERROR_CRASHED,
    _ (
      "%s: the process that read it ended unexpectedly. Nothing else is affected. If this happens again, "
      "the file has hit a bug in Stepscope. Report it."),
    conversion->source->path);
  return false;
}

/* ---- the whole ---- */

static void
make_partial_files (Conversion *conversion)
{
  for (unsigned i = 0; i < PARTIALS_MAX; i++)
    conversion->partial_fds[i] = -1;
  conversion->has_partials = conversion->control != NULL && conversion->control->partial != NULL;
  for (unsigned i = 0; i < PARTIALS_MAX && conversion->has_partials; i++)
    {
      conversion->partial_fds[i] = scratch_file_new ();
      /* It goes without them, too. */
      conversion->has_partials = conversion->partial_fds[i] >= 0;
    }
}

static void
close_all (const int *fds, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (fds[i] >= 0)
      close (fds[i]);
}

static bool
set_no_process (const Conversion *conversion, int failure, GError **error)
{
  g_set_error (
    error, CONVERSION_ERROR, CONVERSION_ERROR_START,
    _ ("%s: the process to read it could not be started: %s. Close what you do not need, and try again."),
    conversion->source->path, g_strerror (failure));
  return false;
}

bool
conversion_run (const TraceSource *source,
                int fd,
                const ConversionControl *control,
                GCancellable *cancellable,
                GError **error)
{
  Conversion conversion = { .source = source, .control = control };
  int pipe_fds[2];

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  conversion.address_space_bytes = control != NULL && control->address_space_bytes != 0
                                     ? control->address_space_bytes
                                     : conversion_address_space_bytes ();
  if (pipe2 (pipe_fds, O_CLOEXEC) != 0)
    return set_no_process (&conversion, errno, error);
  make_partial_files (&conversion);
  ConversionFiles files = {
    .path = source->path,
    .kind = control != NULL ? control->kind : CONVERT_PROFILE,
    .source_fd = source->fd,
    .native_fd = fd,
    .progress_fd = pipe_fds[1],
    .partial_fds = conversion.has_partials ? conversion.partial_fds : NULL,
    .address_space_bytes = conversion.address_space_bytes,
  };
  pid_t process = conversion_process_start (&files);
  int failure = errno;
  bool is_done;

  close (pipe_fds[1]);
  if (process >= 0)
    {
      listen_to (&conversion, pipe_fds[0], cancellable);
      is_done = conclude (&conversion, conversion_process_end (process), error);
    }
  else
    is_done = set_no_process (&conversion, failure, error);
  close (pipe_fds[0]);
  close_all (conversion.partial_fds, PARTIALS_MAX);
  g_clear_error (&conversion.error);
  return is_done;
}
