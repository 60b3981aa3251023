/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once for all widgets, which takes more than half of the time off each. Sources include what they need all the
 * same: app/prepare clang builds without this. */

#include <gtk/gtk.h>
