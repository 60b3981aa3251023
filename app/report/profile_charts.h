/* SPDX-License-Identifier: Apache-2.0
 *
 * The charts of a report on a profile: panes of the dashboard, chapter by chapter. */

#pragma once

#include "app/cli/chapters/profile_document.h"
#include "widgets/state/profile.h"

typedef struct ProfileCharts ProfileCharts;

/* Computes the figures of all panes in a report. References the profile. should_continue (user_data) may be NULL and is called
 * on several threads at once. Returns NULL when it returned false. Takes the time of dashboard_data_compute (): call it from a
 * worker thread. */
ProfileCharts *profile_charts_new (const Profile *profile,
                                   const StatsScope *scope,
                                   bool (*should_continue) (void *user_data),
                                   void *user_data);
void profile_charts_free (ProfileCharts *charts); /* NULL is allowed */

/* Returns what profile_document_new () asks for charts; valid as long as charts. Charts of a document live on. */
DocumentCharts profile_charts_hook (ProfileCharts *charts);
