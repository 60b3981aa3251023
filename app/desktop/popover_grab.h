/* SPDX-License-Identifier: Apache-2.0 */

/* A popover has the keys and the pointer of all windows until it is hidden. GTK 4.8 forgets to take them back where it
 * goes with what it belongs to: its window is closed, its page left, its profile unloaded (gtk_popover_unmap ()). */

#pragma once

/* From now on; once, on the main thread, after GTK has begun. */
void popover_grab_watch (void);
