/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/scrub/text_places.h"

#include <glib.h>
#include <string.h>

/* ---- endings ---- */

static bool
ends_with (const char *text, size_t length, const char *end)
{
  size_t n = strlen (end);

  return length > n && g_ascii_strncasecmp (text + length - n, end, n) == 0;
}

const char *
text_path_ending (const char *path, size_t length)
{
  static const char *const endings[] = {
    ".py",  ".pyc",     ".pyx",      ".ipynb",     ".cu",      ".cuh",         ".cpp",    ".cc",   ".cxx",
    ".hpp", ".so",      ".json",     ".gz",        ".zst",     ".yaml",        ".yml",    ".toml", ".txt",
    ".sh",  ".pt",      ".pth",      ".pb",        ".ckpt",    ".safetensors", ".sqlite", ".db",   ".csv",
    ".log", ".c",       ".h",        ".cfg",       ".ini",     ".bin",         ".zip",    ".tar",  ".npy",
    ".npz", ".parquet", ".nsys-rep", ".stepscope", ".pftrace", ".rpd",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (endings); i++)
    if (ends_with (path, length, endings[i]))
      return endings[i];
  return "";
}

/* ---- paths ---- */

static bool
is_slash (char c)
{
  return c == '/' || c == '\\';
}

static bool
ends_path (char c)
{
  return (unsigned char) c <= ' ' || strchr ("\"'`,;()[]{}<>|", c) != NULL;
}

static bool
is_of_public_package (const char *path, size_t length)
{
  static const char *const packages[] = { "torch/",         "triton/",     "torchvision/",
                                          "numpy/",         "jax/",        "jaxlib/",
                                          "flax/",          "tensorflow/", "keras/",
                                          "transformers/",  "apex/",       "accelerate/",
                                          "deepspeed/",     "lightning/",  "pytorch_lightning/",
                                          "megatron/core/", "vllm/",       "xformers/" };

  for (size_t i = 0; i < G_N_ELEMENTS (packages); i++)
    if (length > strlen (packages[i]) && memcmp (path, packages[i], strlen (packages[i])) == 0)
      return true;
  return false;
}

bool
text_is_path (const char *text, size_t length)
{
  bool is_drive = length > 2 && g_ascii_isalpha (text[0]) && text[1] == ':' && is_slash (text[2]);
  bool is_home = length > 1 && text[0] == '~' && is_slash (text[1]);
  bool is_root = length > 1 && is_slash (text[0])
                 && ((is_slash (text[1]) && length > 2) || text[1] == '.' || text[1] == '_'
                     || g_ascii_isalnum (text[1]) || (text[1] & 0x80) != 0);

  return is_drive || is_home || is_root;
}

/* Returns the length of "scheme://", or 0. */
static size_t
scheme_length (const char *text, size_t length)
{
  size_t n = 0;

  while (n < length && (g_ascii_isalnum (text[n]) || text[n] == '+'))
    n++;
  return n > 0 && length - n > 3 && memcmp (text + n, "://", 3) == 0 ? n + 3 : 0;
}

#define SCHEME_BYTES_MAX ((size_t) 16)

static bool
is_bracket (char c)
{
  return c != '\0' && strchr (" ()[]{}", c) != NULL;
}

/* Returns where a path ends that may have blanks and brackets in it: behind the last piece that has a slash or the ending of a
 * file. Options and what begins another path are no part of it. */
static size_t
run_on (const char *path, size_t n, size_t rest)
{
  for (size_t at = n; at < rest && is_bracket (path[at]);)
    {
      bool has_slash = false;

      while (at < rest && is_bracket (path[at]))
        at++;
      size_t first = at;
      if (at < rest
          && (path[at] == '-' || scheme_length (path + at, MIN (rest - at, SCHEME_BYTES_MAX)) > 0
              || (strchr (")]}", path[at - 1]) == NULL && text_is_path (path + at, rest - at))))
        break;
      for (; at < rest && !ends_path (path[at]) && path[at] != ':' && path[at] != '='; at++)
        has_slash = has_slash || is_slash (path[at]);
      if (has_slash || *text_path_ending (path + first, at - first) != '\0')
        n = at;
    }
  return n;
}

size_t
text_frame_path (const char *text, size_t length)
{
  for (size_t at = length; at-- > 1;)
    {
      size_t n = at + 1;

      if (text[at] != '(')
        continue;
      while (n < length && g_ascii_isdigit (text[n]))
        n++;
      if (n == at + 1 || length - n < 3 || memcmp (text + n, "): ", 3) != 0)
        continue;
      return text[0] != '<' && !is_of_public_package (text, at)
                 && (text_is_path (text, at) || *text_path_ending (text, at) != '\0')
               ? at
               : 0;
    }
  return 0;
}

size_t
text_path_at (const char *text, size_t length, size_t at)
{
  const char *path = text + at;
  size_t rest = length - at, n, n_slashes = 0;

  if (at > 0 && !ends_path (text[at - 1]))
    {
      /* A text may be made of such begins: behind '@', which ends no path, only a look at a few bytes tells. */
      if (strchr ("=:@", text[at - 1]) == NULL
          || (text[at - 1] == '@' && !text_is_path (path, rest)
              && scheme_length (path, MIN (rest, SCHEME_BYTES_MAX)) == 0))
        return 0;
    }
  size_t n_scheme = scheme_length (path, MIN (rest, SCHEME_BYTES_MAX));
  bool is_absolute = text_is_path (path, rest), has_name = false;
  for (n = n_scheme; n < rest && !ends_path (path[n]); n++)
    {
      /* Behind a path, a colon is followed by a line; the one of a drive is not. */
      if (path[n] == ':' && n_scheme == 0 && !(n == 1 && is_absolute))
        break;
      /* "--out=/data/x" has a path behind it, "/data/day=3/x" is one. */
      if (path[n] == '=' && n_scheme == 0 && !is_absolute)
        break;
      n_slashes += is_slash (path[n]);
      has_name = has_name || g_ascii_isalpha (path[n]) || (path[n] & 0x80) != 0;
    }
  if (is_absolute || n_scheme > 0)
    n = run_on (path, n, rest);
  while (n > 0 && path[n - 1] == '.')
    n--;
  if (n_scheme > 0)
    return n > n_scheme ? n : 0;
  if (n == 0 || is_of_public_package (path, n))
    return 0;
  if (text_is_path (path, n) || *text_path_ending (path, n) != '\0' || (n_slashes > 1 && has_name))
    return n;
  return 0;
}

/* ---- addresses ---- */

size_t
text_address_at (const char *text, size_t length, size_t at)
{
  size_t n = at;

  if (at > 0 && (g_ascii_isdigit (text[at - 1]) || text[at - 1] == '.'))
    return 0;
  for (int part = 0; part < 4; part++)
    {
      size_t first = n;
      unsigned number = 0;

      while (n < length && n - first < 3 && g_ascii_isdigit (text[n]))
        number = 10 * number + (unsigned) (text[n++] - '0');
      if (n == first || number > 255 || (part < 3 && (n == length || text[n++] != '.')))
        return 0;
    }
  return n < length
             && (g_ascii_isdigit (text[n])
                 || (text[n] == '.' && n + 1 < length && g_ascii_isdigit (text[n + 1])))
           ? 0
           : n - at;
}
