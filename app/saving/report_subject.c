/* SPDX-License-Identifier: Apache-2.0 */

#include "app/saving/report_subject.h"

ReportSubject
report_subject_copy (const ReportSubject *subject)
{
  if (subject->profile != NULL)
    profile_ref (subject->profile);
  if (subject->compared != NULL)
    compared_ref (subject->compared);
  return *subject;
}

void
report_subject_clear (ReportSubject *subject)
{
  if (subject->profile != NULL)
    profile_unref (subject->profile);
  compared_unref (subject->compared);
  *subject = (ReportSubject){ 0 };
}
