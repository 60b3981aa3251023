/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include "app/compare/compare_page.h"
#include "app/memory/profile_memory.h"
#include "app/saving/save_report.h"

bool
app_window_can_save_report (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  return shown != NULL && !loaded_profile_is_partial (shown);
}

void
app_window_save_report (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);
  g_autofree char *dismissed = NULL;
  ReportSubject subject = { 0 };

  if (!app_window_can_save_report (window))
    return;
  if (app_window_page (window) == VIEW_PAGE_COMPARE)
    subject.compared = compare_page_compared (COMPARE_PAGE (window->compare));
  if (subject.compared == NULL)
    {
      subject.profile = loaded_profile_profile (shown);
      subject.scope = view_state_stats_scope (loaded_profile_state (shown));
      dismissed = profile_memory_text (loaded_profile_state (shown), REMEMBERED_DISMISSED);
      subject.dismissed = dismissed;
    }
  save_report_ask (GTK_WINDOW (window), ADW_TOAST_OVERLAY (window->toasts), &subject, loaded_profile_title (shown),
                   window->closing);
}
