/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as GitHub's Markdown. Names are code, and other texts of a trace are escaped: none becomes markup. Charts are left
 * out; the tables have their figures. */

#pragma once

#include "app/cli/document/document.h"

GString *document_markdown (const Document *document);
