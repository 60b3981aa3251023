/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope render: draws the dashboard, the timeline or a comparison as a picture, without a display. */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope render PATH --view dashboard|timeline [--window A..B | --step N [--rank R]] [--steps REGEX]
 * [--size WxH] [--scale N] [--theme light|dark|contrast] [--bookmarks] -o OUT.(png|svg|pdf)
 * stepscope render BASE OTHER... --view compare [--step|--steps|--window|--rank ...] [--size WxH] ... -o OUT.(png|svg|pdf)
 *
 * The same file and options give the same bytes in every locale and for every user. Only --bookmarks depends on the user:
 * it draws the user's own bookmarks. */
CliStatus verb_render_run (int argc, char **argv);
