/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/recordings.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/copy_button.h"
#include "trace/model/profile_format.h"

void
recordings_add (GtkBox *column)
{
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  for (size_t i = 0; i < n; i++)
    for (const ProfileRecording *recording = formats[i].recordings; recording->caption != NULL; recording++)
      gtk_box_append (column, command_box_new (_ (recording->caption), recording->command));
}
