/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/nsys_export.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/open/first_look.h"

/* How often a cancelled export is noticed, and how long nsys has to end by itself. */
#define WAIT_MS  50
#define GRACE_MS 2000

#define TAIL_BYTES     4096 /* of its output */
#define LAST_LINES_MAX 6

struct NsysExport
{
  char *program, *report, *target;
  atomic_int percent;
};

static void
export_clear (gpointer data)
{
  NsysExport *export = data;

  g_free (export->program);
  g_free (export->report);
  g_free (export->target);
}

NsysExport *
nsys_export_ref (NsysExport *export)
{
  return g_atomic_rc_box_acquire (export);
}

void
nsys_export_unref (NsysExport *export)
{
  g_atomic_rc_box_release_full (export, export_clear);
}

char *
nsys_export_program (void)
{
  return g_find_program_in_path ("nsys");
}

bool
nsys_export_is_report (const char *path)
{
  return first_look_at (path).format == PROFILE_FORMAT_NSYS_REPORT;
}

int
nsys_export_percent (const NsysExport *export)
{
  return atomic_load_explicit (&export->percent, memory_order_relaxed);
}

/* ---- what nsys prints ---- */

int
nsys_export_parse_percent (const char *text, size_t length)
{
  for (size_t at = length; at-- > 1;)
    {
      size_t begin = at;

      if (text[at] != '%')
        continue;
      while (begin > 0 && g_ascii_isdigit (text[begin - 1]) && at - begin < 3)
        begin--;
      if (begin == at)
        continue;
      int percent = 0;
      for (size_t i = begin; i < at; i++)
        percent = 10 * percent + (text[i] - '0');
      if (percent <= 100)
        return percent;
    }
  return -1;
}

char *
nsys_export_last_lines (const char *text, size_t length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_auto (GStrv) lines = g_strsplit_set (valid, "\r\n", -1);
  guint n = g_strv_length (lines), first = n, n_kept = 0;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_strstrip (lines[i]);
      if (strchr (lines[i], '%') != NULL)
        *lines[i] = '\0';
    }
  for (; first > 0 && n_kept < LAST_LINES_MAX; first--)
    n_kept += *lines[first - 1] != '\0';
  for (guint i = first; i < n; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (out, "%s%s", out->len > 0 ? "\n" : "", lines[i]);
  return g_string_free (out, FALSE);
}

/* ---- its process ---- */

static pid_t
spawn (const NsysExport *export, const char *output, int out_fd)
{
  g_autofree char *output_option = g_strconcat ("--output=", output, NULL);
  char export_word[] = "export", type[] = "--type=sqlite";
  char *argv[] = { export->program, export_word, type, output_option, export->report, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;
  pid_t process = -1;

  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&actions, out_fd, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, out_fd, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np (&actions, STDERR_FILENO + 1);

  /* What this program ignores or blocks is its own. */
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes,
                            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup (&attributes, 0);
  sigemptyset (&signals);
  posix_spawnattr_setsigmask (&attributes, &signals);
  sigfillset (&signals);
  posix_spawnattr_setsigdefault (&attributes, &signals);

  errno = posix_spawn (&process, export->program, &actions, &attributes, argv, environ);
  int failure = errno;
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  errno = failure;
  return failure == 0 ? process : -1;
}

/* Appends what it prints, keeping the last TAIL_BYTES. Returns false at the end. */
static bool
read_some (NsysExport *export, int fd, GString *tail)
{
  char bytes[1024];
  ssize_t n = read (fd, bytes, sizeof bytes);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return true;
  if (n <= 0)
    return false;
  g_string_append_len (tail, bytes, n);
  if (tail->len > TAIL_BYTES)
    g_string_erase (tail, 0, (gssize) (tail->len - TAIL_BYTES));
  int percent = nsys_export_parse_percent (tail->str, tail->len);
  if (percent >= 0)
    atomic_store_explicit (&export->percent, percent, memory_order_relaxed);
  return true;
}

/* Reads until the process has ended, or was ended because of the cancellable. Returns its wait status. */
static int
follow (NsysExport *export, pid_t process, int fd, GString *tail, GCancellable *cancellable)
{
  gint64 kill_us = 0; /* when patience ends; 0: not cancelled */
  bool is_open = true;
  int status = 0;

  for (;;)
    {
      struct pollfd wait = { .fd = is_open ? fd : -1, .events = POLLIN };

      if (poll (&wait, 1, WAIT_MS) > 0)
        is_open = read_some (export, fd, tail);
      if (waitpid (process, &status, WNOHANG) == process)
        break;
      if (kill_us == 0 && g_cancellable_is_cancelled (cancellable))
        {
          kill (-process, SIGTERM);
          kill_us = g_get_monotonic_time () + GRACE_MS * 1000;
        }
      else if (kill_us != 0 && g_get_monotonic_time () > kill_us)
        kill (-process, SIGKILL);
    }
  /* Its children, which may hold the pipe, have no one to work for. */
  kill (-process, SIGKILL);
  while (is_open && poll (&(struct pollfd){ .fd = fd, .events = POLLIN }, 1, 0) > 0)
    is_open = read_some (export, fd, tail);
  return status;
}

/* ---- all of it, in the thread ---- */

static void
remove_folder (const char *folder)
{
  GDir *directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
  if (directory != NULL)
    g_dir_close (directory);
  g_rmdir (folder);
}

static void
set_failure (GError **error, const char *what)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s.", what, g_strerror (errno));
}

static bool
is_well (int status, const char *output, const GString *tail, GError **error)
{
  g_autofree char *lines = nsys_export_last_lines (tail->str, tail->len);

  if (WIFEXITED (status) && WEXITSTATUS (status) == 0 && g_file_test (output, G_FILE_TEST_IS_REGULAR))
    return true;
  if (*lines != '\0')
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, lines);
  else if (WIFSIGNALED (status))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("nsys was ended by signal %d and said nothing."),
                 WTERMSIG (status));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 _ ("nsys ended with status %d, wrote no file and said nothing."), WEXITSTATUS (status));
  return false;
}

static bool
export_into (NsysExport *export, const char *folder, GCancellable *cancellable, GError **error)
{
  g_autofree char *output = g_build_filename (folder, "export.sqlite", NULL);
  g_autoptr (GString) tail = g_string_new (NULL);
  int fds[2];

  if (pipe2 (fds, O_CLOEXEC) != 0)
    {
      set_failure (error, _ ("nsys cannot be started"));
      return false;
    }
  pid_t process = spawn (export, output, fds[1]);
  int saved = errno;
  close (fds[1]);
  if (process < 0)
    {
      close (fds[0]);
      errno = saved;
      set_failure (error, _ ("nsys cannot be started"));
      return false;
    }
  int status = follow (export, process, fds[0], tail, cancellable);
  close (fds[0]);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !is_well (status, output, tail, error))
    return false;
  if (g_rename (output, export->target) == 0)
    return true;
  set_failure (error, _ ("The exported file cannot be given its name"));
  return false;
}

static void
export_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  NsysExport *export = task_data;
  g_autofree char *parent = g_path_get_dirname (export->target);
  g_autofree char *folder = g_build_filename (parent, ".nsys-export-XXXXXX", NULL);
  GError *error = NULL;
  (void) source_object;

  if (g_mkdtemp (folder) == NULL)
    set_failure (&error, _ ("Nothing can be written there"));
  else
    {
      export_into (export, folder, cancellable, &error);
      remove_folder (folder);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

NsysExport *
nsys_export_start (const char *program,
                   const char *report,
                   const char *target,
                   GCancellable *cancellable,
                   GAsyncReadyCallback on_ready,
                   gpointer ready_data)
{
  NsysExport *export = g_atomic_rc_box_new0 (NsysExport);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);

  export->program = g_strdup (program);
  export->report = g_strdup (report);
  export->target = g_strdup (target);
  atomic_init (&export->percent, -1);
  g_task_set_task_data (task, nsys_export_ref (export), (GDestroyNotify) nsys_export_unref);
  g_task_run_in_thread (task, export_in_thread);
  return export;
}

bool
nsys_export_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
