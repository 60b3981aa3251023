/* SPDX-License-Identifier: Apache-2.0
 *
 * Memcpys and memsets, named as Kineto names them: "Memcpy HtoD (Pageable -> Device)", "Memset (Device)". */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_copies_read (NsysImport *import);
