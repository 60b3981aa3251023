/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/conversion_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/converter/convert_child.h"

/* Of a variable's name, how it begins: language and character set of messages, where libraries lie that the program
 * was linked to, how sanitizers report, what tests want to go wrong, and the number of threads. */
static const char *const passed_variables[] = {
  "LANG",          "LC_",          "LOCPATH=",      "LD_LIBRARY_PATH=",           "LD_PRELOAD=",
  "ASAN_OPTIONS=", "LSAN_OPTIONS", "UBSAN_OPTIONS", "STEPSCOPE_CONVERTER_FAULT=", "STEPSCOPE_THREADS=",
};

/* Marks a converter, which has none of its own: a program that is not made to be one would otherwise, started as one,
 * do what it always does, and start another. */
#define MARK "STEPSCOPE_IS_CONVERTER"

static GPtrArray *
make_environment (void)
{
  static char mark[] = MARK "=1";
  GPtrArray *variables = g_ptr_array_new ();

  for (char **variable = environ; *variable != NULL; variable++)
    for (size_t i = 0; i < G_N_ELEMENTS (passed_variables); i++)
      if (g_str_has_prefix (*variable, passed_variables[i]))
        {
          g_ptr_array_add (variables, *variable);
          break;
        }
  g_ptr_array_add (variables, mark);
  g_ptr_array_add (variables, NULL);
  return variables;
}

/* Numbers above those that the files are to have there, so that giving one its number never closes another. */
static bool
move_above (const ConversionFiles *files, int ret_fds[CONVERT_FD_END])
{
  for (int i = 0; i < CONVERT_FD_END; i++)
    ret_fds[i] = -1;
  for (int i = CONVERT_FD_SOURCE; i < CONVERT_FD_END; i++)
    {
      int fd = i == CONVERT_FD_SOURCE       ? files->source_fd
               : i == CONVERT_FD_NATIVE     ? files->native_fd
               : i == CONVERT_FD_PROGRESS   ? files->progress_fd
               : files->partial_fds == NULL ? -1
                                            : files->partial_fds[i - CONVERT_FD_PARTIAL];

      if (fd < 0)
        continue;
      ret_fds[i] = fcntl (fd, F_DUPFD_CLOEXEC, CONVERT_FD_END);
      if (ret_fds[i] < 0)
        return false;
    }
  return true;
}

static int
spawn (const ConversionFiles *files, const int fds[CONVERT_FD_END], pid_t *ret_process)
{
  g_autoptr (GPtrArray) environment = make_environment ();
  g_autofree char *parent = g_strdup_printf ("%d", (int) getpid ());
  g_autofree char *address_space =
    g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) files->address_space_bytes);
  g_autofree char *kind = g_strdup_printf ("%d", (int) files->kind), *path = g_strdup (files->path);
  char program[] = "stepscope", verb[] = CONVERT_CHILD_VERB, yes[] = "1", no[] = "0";
  char *argv[] = { program, verb, parent, address_space, files->partial_fds != NULL ? yes : no, kind, path, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;

  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen (&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  for (int i = CONVERT_FD_SOURCE; i < CONVERT_FD_END; i++)
    if (fds[i] >= 0)
      posix_spawn_file_actions_adddup2 (&actions, fds[i], i);
    else
      posix_spawn_file_actions_addclose (&actions, i);
  posix_spawn_file_actions_addclosefrom_np (&actions, CONVERT_FD_END);

  /* What this program ignores or blocks is its own. */
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes,
                            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup (&attributes, 0);
  sigemptyset (&signals);
  posix_spawnattr_setsigmask (&attributes, &signals);
  sigfillset (&signals);
  posix_spawnattr_setsigdefault (&attributes, &signals);

  int failure =
    posix_spawn (ret_process, "/proc/self/exe", &actions, &attributes, argv, (char **) environment->pdata);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return failure;
}

pid_t
conversion_process_start (const ConversionFiles *files)
{
  int fds[CONVERT_FD_END];
  pid_t process = -1;

  if (getenv (MARK) != NULL)
    {
      errno = ELOOP;
      return -1;
    }
  int failure = move_above (files, fds) ? spawn (files, fds, &process) : errno;

  for (int i = 0; i < CONVERT_FD_END; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  errno = failure;
  return failure == 0 ? process : -1;
}

int
conversion_process_end (pid_t process)
{
  int status = 0;

  kill (-process, SIGKILL);
  while (waitpid (process, &status, 0) < 0 && errno == EINTR)
    continue;
  return status;
}
