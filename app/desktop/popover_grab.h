/* SPDX-License-Identifier: Apache-2.0 */

/* A popover grabs the keyboard and the pointer of all windows until it is hidden. GTK 4.8 does not release the grab when
 * the popover disappears with its parent: a closed window, another page, an unloaded profile (gtk_popover_unmap ()). */

#pragma once

/* Releases such grabs from now on. Call this once, on the main thread, after GTK is initialized. */
void popover_grab_watch (void);
