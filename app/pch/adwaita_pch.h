/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once for the application, as widgets/pch/gtk_pch.h is for the widgets. */

#include <adwaita.h>
