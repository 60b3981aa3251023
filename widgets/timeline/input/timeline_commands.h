/* SPDX-License-Identifier: Apache-2.0
 *
 * Carries out what a key, or the list of commands, asks for. */

#pragma once

#include "widgets/timeline/links/flow_walk.h"
#include "widgets/timeline/scene/timeline_scene.h"

/* False: nothing to do it to, or not a command that only moves or selects (held ones, copying, the details are the
 * page's). walk is kept by the caller from one command to the next. */
bool timeline_command_run (TimelineScene *scene, FlowWalk *walk, TimelineCommand command);

/* Why it would have no effect now, translated; NULL: it has one. */
const char *timeline_command_refusal (TimelineScene *scene, const FlowWalk *walk, TimelineCommand command);
