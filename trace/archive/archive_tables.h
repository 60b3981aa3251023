/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables and texts of a profile that an archive has as a native file does, but compressed. */

#pragma once

#include "trace/section/section.h"

static const SectionId archive_tables[] = {
  SECTION_PROFILE,  SECTION_STRING_BYTES, SECTION_STRING_BEGINS, SECTION_DISPLAY_BYTES, SECTION_DISPLAY_ENTRIES,
  SECTION_HEALTH,   SECTION_SOURCES,      SECTION_RANKS,         SECTION_SETTINGS,      SECTION_CATEGORIES,
  SECTION_TRACKS,   SECTION_ROWS,         SECTION_DEVICES,       SECTION_ARGUMENT_KEYS,
};
