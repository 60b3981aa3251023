/* SPDX-License-Identifier: Apache-2.0
 *
 * The program with windows. A desktop session has one instance; files opened later are passed to it. */

#pragma once

#include <adwaita.h>
#include <stdbool.h>

#include "app/library/library.h"

#define STEPSCOPE_TYPE_APPLICATION (stepscope_application_get_type ())
G_DECLARE_FINAL_TYPE (StepscopeApplication, stepscope_application, STEPSCOPE, APPLICATION, AdwApplication)

/* With reads_stdin the program opens a profile from standard input. No other instance can read that, so such a program
 * is an instance of its own. The library must outlive the program's worker threads. */
StepscopeApplication *stepscope_application_new (Library *library, bool reads_stdin);
