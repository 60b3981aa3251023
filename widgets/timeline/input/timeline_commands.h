/* SPDX-License-Identifier: Apache-2.0
 *
 * Carries out the commands of keys and of the command list. */

#pragma once

#include "widgets/timeline/links/flow_walk.h"
#include "widgets/timeline/scene/timeline_scene.h"

/* Returns false if the command does not apply now, or belongs to the page (held keys, copying, the
 * details). The caller keeps walk from one command to the next. */
bool timeline_command_run (TimelineScene *scene, FlowWalk *walk, TimelineCommand command);

/* Returns why the command does not apply now, translated, or NULL. */
const char *timeline_command_refusal (TimelineScene *scene, const FlowWalk *walk, TimelineCommand command);
