/* SPDX-License-Identifier: Apache-2.0
 *
 * Landlock (Linux 5.13): https://docs.kernel.org/userspace-api/landlock.html. The C library has no functions for it. */

#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/converter/sandbox.h"

/* How many rights over files each version of the interface knows, from its bit 0: what is not named is not refused.
 * Those of later versions than the build's header are here by their number: 13 is moving between directories, 14
 * truncating, 15 ioctl of devices. */
static uint64_t
rights_of_version (long version)
{
  unsigned n = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;

  return (UINT64_C (1) << n) - 1;
}

static bool
allow_reading_beneath (int ruleset, int directory_fd)
{
  struct landlock_path_beneath_attr beneath = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    .parent_fd = directory_fd,
  };

  return syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
}

bool
sandbox_confine_files (int directory_fd)
{
  long version = syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1)
    return false;

  struct landlock_ruleset_attr rights = { .handled_access_fs = rights_of_version (version) };
  int ruleset = (int) syscall (SYS_landlock_create_ruleset, &rights, sizeof rights.handled_access_fs, 0);
  if (ruleset < 0)
    return false;
  bool confined = (directory_fd < 0 || allow_reading_beneath (ruleset, directory_fd))
                  && syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;
  close (ruleset);
  return confined;
}
