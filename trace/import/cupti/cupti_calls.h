/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the functions that API records are about, by callback id. Numbers of the runtime and the driver API are
 * independent of each other. */

#pragma once

#define CUPTI_RUNTIME_CALLS 559
#define CUPTI_DRIVER_CALLS  846

/* NULL where no name is known. */
extern const char *const cupti_runtime_calls[CUPTI_RUNTIME_CALLS];
extern const char *const cupti_driver_calls[CUPTI_DRIVER_CALLS];
