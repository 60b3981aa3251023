/* SPDX-License-Identifier: Apache-2.0
 *
 * What the verb report can do in a program that draws: HTML and PDF, with charts. */

#pragma once

#include "app/cli/chapters/report_writers.h"

extern const ReportDrawing report_drawing;
