/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope render: the dashboard or the timeline as a picture, without a display. */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope render PATH --view dashboard|timeline [--window A..B | --step N [--rank R]] [--steps REGEX]
 * [--size WxH] [--scale N] [--theme light|dark|contrast] [--bookmarks] -o OUT.(png|svg|pdf)
 *
 * The same file and options give the same bytes, whatever the locale and whoever asks; with --bookmarks, those that the
 * user set. */
CliStatus verb_render_run (int argc, char **argv);
