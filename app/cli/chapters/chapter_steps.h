/* SPDX-License-Identifier: Apache-2.0
 *
 * What chapters tell of steps and the host beside the reports of `stats`, from the records of those. Each returns false when
 * memory ran out, and adds nothing where there is nothing. */

#pragma once

#include "app/cli/document/document.h"
#include "app/cli/reports/report_figures.h"

/* Mean, spread and percentiles of the times of all steps, and the slowest of them. */
bool chapter_steps_add (Document *document, ReportFigures *figures);

/* When the first step of each rank began, and how long it took. */
bool chapter_steps_add_initialization (Document *document, ReportFigures *figures);

/* The operators that fetched batches. */
bool chapter_steps_add_data_loader (Document *document, ReportFigures *figures);
