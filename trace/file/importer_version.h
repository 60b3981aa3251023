/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

/* Increase this number whenever the result of importing an unchanged source changes, names included. Profiles that were
 * imported by an older version are then not taken from the cache any more. */
#define TRACE_IMPORTER_VERSION 8
