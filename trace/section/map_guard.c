/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/map_guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The handler may run at any time in any thread, so it takes no lock. It reads generation, then begin and end, then
 * generation again; generation is odd while they are valid. If generation differs, the slot has changed meanwhile. The
 * slot of the mapping that is being read cannot change, so it is another slot. */
struct MapGuard
{
  atomic_bool taken;
  atomic_uint generation;
  atomic_uintptr_t begin, end; /* whole pages */
  atomic_bool cut;
};

static MapGuard guards[MAP_GUARDS_MAX];
static uintptr_t page_bytes;
static struct sigaction previous;

static MapGuard *
find_guard (uintptr_t address, uintptr_t *ret_end)
{
  for (MapGuard *guard = guards; guard < guards + MAP_GUARDS_MAX; guard++)
    {
      unsigned generation = atomic_load (&guard->generation);
      uintptr_t begin = atomic_load (&guard->begin), end = atomic_load (&guard->end);

      if (generation % 2 == 1 && atomic_load (&guard->generation) == generation && address >= begin
          && address < end)
        {
          *ret_end = end;
          return guard;
        }
    }
  return NULL;
}

/* Behaves as if our handler were not installed. */
static void
call_previous (int number, siginfo_t *info, void *context)
{
  bool is_fault = info->si_code > 0;

  if ((previous.sa_flags & SA_SIGINFO) != 0)
    previous.sa_sigaction (number, info, context);
  else if (previous.sa_handler == SIG_DFL || (previous.sa_handler == SIG_IGN && is_fault))
    {
      /* On return the fault happens again and ends the process with its address in the core. */
      signal (number, SIG_DFL);
      if (!is_fault)
        raise (number);
    }
  else if (previous.sa_handler != SIG_IGN)
    previous.sa_handler (number);
}

/* Uses the bare system call: a sanitizer's wrapper of mmap () is not made for a signal handler, and reports the zeros
 * as a write that races with the readers. */
static bool
put_zeros (uintptr_t begin, uintptr_t end)
{
  return syscall (SYS_mmap, begin, end - begin, PROT_READ,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0)
         != -1;
}

static void
on_bus_error (int number, siginfo_t *info, void *context)
{
  int saved = errno;
  uintptr_t address = (uintptr_t) info->si_addr, end;
  MapGuard *guard = info->si_code > 0 ? find_guard (address, &end) : NULL;

  if (guard != NULL)
    {
      atomic_store (&guard->cut, true);
      if (!put_zeros (address & ~(page_bytes - 1), end))
        guard = NULL;
    }
  if (guard == NULL)
    call_previous (number, info, context);
  errno = saved;
}

static void
install (void)
{
  struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK };

  page_bytes = (uintptr_t) sysconf (_SC_PAGESIZE);
  sigemptyset (&action.sa_mask);
  /* The previous handler is stored before ours can be called. */
  sigaction (SIGBUS, NULL, &previous);
  sigaction (SIGBUS, &action, NULL);
}

static MapGuard *
take_slot (void)
{
  for (MapGuard *guard = guards; guard < guards + MAP_GUARDS_MAX; guard++)
    if (!atomic_exchange (&guard->taken, true))
      return guard;
  return NULL;
}

/* The mapping is private, so that nothing can be written through it even by mistake, and because FUSE with direct I/O
 * supports no shared mappings. Pages that are not written show the file in either case. */
MapGuard *
map_guard_new (int fd, size_t size_bytes)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, install);

  void *bytes = mmap (NULL, size_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED)
    return NULL;

  MapGuard *guard = take_slot ();
  if (guard == NULL)
    {
      munmap (bytes, size_bytes);
      errno = EMFILE;
      return NULL;
    }

  uintptr_t whole = (size_bytes + page_bytes - 1) & ~(page_bytes - 1);
  atomic_store (&guard->cut, false);
  atomic_store (&guard->begin, (uintptr_t) bytes);
  atomic_store (&guard->end, (uintptr_t) bytes + whole);
  atomic_fetch_add (&guard->generation, 1);
  return guard;
}

void
map_guard_free (MapGuard *guard)
{
  if (guard == NULL)
    return;

  uintptr_t begin = atomic_load (&guard->begin), end = atomic_load (&guard->end);
  atomic_fetch_add (&guard->generation, 1);
  munmap ((void *) begin, end - begin);
  atomic_store (&guard->taken, false);
}

const uint8_t *
map_guard_bytes (const MapGuard *guard)
{
  return (const uint8_t *) atomic_load (&guard->begin);
}

bool
map_guard_was_cut (const MapGuard *guard)
{
  return atomic_load (&guard->cut);
}
