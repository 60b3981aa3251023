/* SPDX-License-Identifier: Apache-2.0
 *
 * Walls around a process that reads a file of unknown origin. What it has open stays usable; beyond that it can
 * read what lies beneath one directory, use memory and threads, fork, and end: it opens nothing for writing, runs no
 * program, reaches no other process and no network.
 *
 * Nothing here can be undone. To be called while the process has one thread; threads and processes that it makes
 * afterwards are inside. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Ends this process with SIGKILL as soon as the thread that made it ends. parent: getpid () there. False: the parent
 * is gone already. */
bool sandbox_end_with_parent (pid_t parent);

typedef struct
{
  uint64_t address_space_bytes; /* 0: not limited */
  uint64_t file_size_bytes;     /* writing beyond is EFBIG, not a signal */
  unsigned n_open_files;
} SandboxLimits;

/* Also: no core dump, which would hold the file's contents; the first to go where the system is out of memory. */
void sandbox_limit (const SandboxLimits *limits);

typedef enum
{
  SANDBOX_CALLS = 1 << 0, /* seccomp: only system calls that reading and writing open files takes */
  SANDBOX_FILES = 1 << 1, /* Landlock: only files beneath the directory */
} SandboxWalls;

/* directory_fd: beneath which files can be opened for reading; -1: none can. Returns SandboxWalls: those that this
 * system has and that are up. */
unsigned sandbox_enter (int directory_fd);

/* ---- its parts ---- */

bool sandbox_confine_calls (void);
bool sandbox_confine_files (int directory_fd);
