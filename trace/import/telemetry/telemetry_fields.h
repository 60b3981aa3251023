/* SPDX-License-Identifier: Apache-2.0
 *
 * The fields of a line of comma separated values, and what is in one. The C locale, whatever the user's is. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define TELEMETRY_FIELDS_MAX 512

/* Cuts a line at its commas into at most TELEMETRY_FIELDS_MAX fields, without the spaces around them and without the quotes
 * of a field that has some. Changes the line; each field ends with a NUL. Returns their number; a line without a comma is
 * one field. More fields than fit are left out. */
size_t telemetry_fields_split (char *line, char *fields[TELEMETRY_FIELDS_MAX]);

typedef enum
{
  TELEMETRY_FIELD_NUMBER,
  TELEMETRY_FIELD_MISSING, /* "N/A", "[Not Supported]", "<not counted>", nothing */
  TELEMETRY_FIELD_TEXT,
} TelemetryFieldKind;

/* Reads a number with an optional unit behind it, such as "17304 MiB" or "34 %". *ret_value is finite; *ret_unit is the
 * begin of the unit in the field, or "". A number with anything but a space, a "%" or a letter behind it is a text. */
TelemetryFieldKind telemetry_field_read (const char *field, double *ret_value, const char **ret_unit);

/* Sets the title of a column, "power.draw [W]" or "Temperature (Sensor edge) (C)", apart from its unit, which is in brackets
 * at its end. Changes it. Returns the unit, or "" if there is none; borrowed from title. */
const char *telemetry_title_unit (char *title);
