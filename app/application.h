/* SPDX-License-Identifier: Apache-2.0
 *
 * The program with a window: one instance per desktop session, which further files are handed to. */

#pragma once

#include <adwaita.h>
#include <stdbool.h>

#include "app/library/library.h"

#define STEPSCOPE_TYPE_APPLICATION (stepscope_application_get_type ())
G_DECLARE_FINAL_TYPE (StepscopeApplication, stepscope_application, STEPSCOPE, APPLICATION, AdwApplication)

/* reads_stdin: opens a profile from the standard input, which no other instance could do; such an instance is one of
 * its own. The library has to outlive the program's workers. */
StepscopeApplication *stepscope_application_new (Library *library, bool reads_stdin);
