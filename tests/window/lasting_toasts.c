/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program to make its toasts last until something takes them back. They go by a clock otherwise, which
 * a test on a busy machine cannot keep up with. */

#include <adwaita.h>
#include <dlfcn.h>

void
adw_toast_overlay_add_toast (AdwToastOverlay *overlay, AdwToast *toast)
{
  static void (*next) (AdwToastOverlay *, AdwToast *);

  if (next == NULL)
    *(void **) &next = dlsym (RTLD_NEXT, "adw_toast_overlay_add_toast");
  adw_toast_set_timeout (toast, 0);
  next (overlay, toast);
}
