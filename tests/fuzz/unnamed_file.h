/* SPDX-License-Identifier: Apache-2.0
 *
 * A file without a name. */

#pragma once

/* Empty; to be closed. */
int unnamed_file_new (void);
