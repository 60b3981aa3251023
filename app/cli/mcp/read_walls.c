/* SPDX-License-Identifier: Apache-2.0
 *
 * https://docs.kernel.org/userspace-api/landlock.html. The C library has no functions for it. */

#include "app/cli/mcp/read_walls.h"

#include <fcntl.h>
#include <glib.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RIGHTS_READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define RIGHTS_WRITE                                                                            \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG \
   | LANDLOCK_ACCESS_FS_MAKE_DIR)

/* All that the first version knows: running and every way of writing and making, too. */
#define RIGHTS_REFUSED ((UINT64_C (1) << 13) - 1)

/* Where libraries, fonts, locales, the time zone and what the system tells of itself lie. */
static const char *const system_places[] = {
  "/usr", "/etc", "/lib", "/lib64", "/opt", "/proc",
  "/sys", "/dev", "/run", "/nix",   "/gnu", "/var/cache/fontconfig",
  NULL,
};

/* A place that is not there needs no rule. */
static void
allow (int ruleset, const char *path, uint64_t rights)
{
  struct landlock_path_beneath_attr beneath = {
    .allowed_access = rights,
    .parent_fd = open (path, O_PATH | O_CLOEXEC),
  };

  if (beneath.parent_fd < 0)
    return;
  syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  close (beneath.parent_fd);
}

static void
allow_in (int ruleset, const char *folder, const char *name, uint64_t rights)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  allow (ruleset, path, rights);
}

static void
allow_own_places (int ruleset, bool writes_cache)
{
  for (const char *const *place = system_places; *place != NULL; place++)
    allow (ruleset, *place, RIGHTS_READ);
  allow_in (ruleset, g_get_user_config_dir (), "stepscope", RIGHTS_READ);
  allow_in (ruleset, g_get_user_config_dir (), "fontconfig", RIGHTS_READ);
  allow_in (ruleset, g_get_user_data_dir (), "stepscope", RIGHTS_READ);
  allow_in (ruleset, g_get_user_data_dir (), "fonts", RIGHTS_READ);
  allow_in (ruleset, g_get_home_dir (), ".fonts", RIGHTS_READ);
  allow_in (ruleset, g_get_user_cache_dir (), "fontconfig", RIGHTS_READ);
  /* A rule is of a folder that is there. */
  if (writes_cache && g_mkdir_with_parents (g_get_user_cache_dir (), 0700) == 0)
    allow (ruleset, g_get_user_cache_dir (), RIGHTS_READ | RIGHTS_WRITE);
  else
    allow_in (ruleset, g_get_user_cache_dir (), "stepscope", RIGHTS_READ);
  /* Sorting and grouping of large tables. */
  allow (ruleset, g_get_tmp_dir (), RIGHTS_READ | RIGHTS_WRITE);
  allow (ruleset, "/var/tmp", RIGHTS_READ | RIGHTS_WRITE);
  allow (ruleset, "/dev", RIGHTS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

bool
read_walls_put_up (const char *const *folders, bool writes_cache)
{
  if (syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
    return false;

  struct landlock_ruleset_attr rights = { .handled_access_fs = RIGHTS_REFUSED };
  int ruleset = (int) syscall (SYS_landlock_create_ruleset, &rights, sizeof rights.handled_access_fs, 0);
  if (ruleset < 0)
    return false;
  for (const char *const *folder = folders; *folder != NULL; folder++)
    allow (ruleset, *folder, RIGHTS_READ);
  allow_own_places (ruleset, writes_cache);
  bool is_up =
    prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;
  close (ruleset);
  return is_up;
}
