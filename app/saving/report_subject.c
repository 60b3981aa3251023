/* SPDX-License-Identifier: Apache-2.0 */

#include "app/saving/report_subject.h"

ReportSubject
report_subject_copy (const ReportSubject *subject)
{
  ReportSubject copy = *subject;

  if (subject->profile != NULL)
    profile_ref (subject->profile);
  if (subject->compared != NULL)
    compared_ref (subject->compared);
  copy.dismissed = g_strdup (subject->dismissed);
  return copy;
}

void
report_subject_clear (ReportSubject *subject)
{
  if (subject->profile != NULL)
    profile_unref (subject->profile);
  compared_unref (subject->compared);
  g_free (subject->dismissed);
  *subject = (ReportSubject){ 0 };
}
