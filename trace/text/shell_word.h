/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths in commands that a user can copy. */

#pragma once

/* Returns a text as one word of a POSIX shell: as it is if nothing in it is special, else quoted. A path that begins with
 * "-" becomes one that no program takes for an option. Transfer full. */
char *shell_word (const char *path);

/* Returns the command with each "FILE" in it replaced by that path as a word. Transfer full. */
char *shell_command (const char *command, const char *path);
