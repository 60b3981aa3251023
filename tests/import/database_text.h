/* SPDX-License-Identifier: Apache-2.0
 *
 * Small databases written as SQL. Comments at the begin of the text say what SQL cannot:
 *
 *   -- with base.sql      the SQL of another file of the folder comes first
 *   -- cut at 35 %        only so much of the database is left
 *   -- zeros at TABLE     the first page of a table consists of zeros
 *   -- byte 18 is 2       a byte of the file is changed */

#pragma once

#include <glib.h>

/* The bytes of the database (transfer full). Fails the test if the SQL is not valid. */
GByteArray *database_of_sql (const char *path);
