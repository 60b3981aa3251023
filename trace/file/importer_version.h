/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

/* To be raised whenever importing makes something else of the same file, so that what was imported before is not
 * taken for it. */
#define TRACE_IMPORTER_VERSION 1
