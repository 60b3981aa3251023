/* SPDX-License-Identifier: Apache-2.0
 *
 * Confines a process that reads an untrusted file. Its open descriptors stay usable. Beyond them it can read files below
 * one directory, use memory and threads, fork, and exit. It cannot open files for writing, run programs, or reach other
 * processes or the network.
 *
 * Nothing here can be undone. Call these functions while the process has one thread; threads and processes that it
 * creates later are confined too. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Makes the kernel send SIGKILL to this process when the thread that created it ends. parent is the parent's process id.
 * Returns false when the parent has ended already. */
bool sandbox_end_with_parent (pid_t parent);

typedef struct
{
  uint64_t address_space_bytes; /* 0 for no limit */
  uint64_t file_size_bytes;     /* writing beyond this fails with EFBIG instead of a signal */
  unsigned n_open_files;
} SandboxLimits;

/* Applies the limits. Also disables core dumps, which would hold the file's contents, and makes this process the first
 * one that the kernel kills when memory runs out. */
void sandbox_limit (const SandboxLimits *limits);

typedef enum
{
  SANDBOX_CALLS = 1 << 0, /* seccomp allows only the system calls needed to read and write open files */
  SANDBOX_FILES = 1 << 1, /* Landlock allows only files below the directory */
} SandboxWalls;

/* Confines the process. Files below directory_fd can still be opened for reading; with -1 none can. Returns the
 * SandboxWalls in force, which depend on the kernel. */
unsigned sandbox_enter (int directory_fd);

/* ---- the parts of sandbox_enter () ---- */

bool sandbox_confine_calls (void);
bool sandbox_confine_files (int directory_fd);
