/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/golden/golden_fonts.h"

#include <fontconfig/fontconfig.h>
#include <glib.h>

/* Where the family's regular face lies, as the machine is configured; NULL: it is not installed. */
static char *
folder_of (FcConfig *machine, const char *family)
{
  FcPattern *wanted = FcPatternCreate (), *found;
  FcChar8 *name = NULL, *file = NULL;
  char *folder = NULL;
  FcResult result;

  FcPatternAddString (wanted, FC_FAMILY, (const FcChar8 *) family);
  FcConfigSubstitute (machine, wanted, FcMatchPattern);
  FcDefaultSubstitute (wanted);
  found = FcFontMatch (machine, wanted, &result);
  if (found != NULL && FcPatternGetString (found, FC_FAMILY, 0, &name) == FcResultMatch
      && g_str_equal ((const char *) name, family)
      && FcPatternGetString (found, FC_FILE, 0, &file) == FcResultMatch)
    folder = g_path_get_dirname ((const char *) file);
  if (found != NULL)
    FcPatternDestroy (found);
  FcPatternDestroy (wanted);
  return folder;
}

static void
append_alias (GString *xml, const char *generic, const char *family)
{
  g_string_append_printf (
    xml,
    "<match><test name=\"family\"><string>%s</string></test>"
    "<edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>%s</string></edit></match>",
    generic, family);
}

static void
append_folder (GString *xml, const char *element, const char *folder)
{
  char *escaped = g_markup_escape_text (folder, -1);

  g_string_append_printf (xml, "<%s>%s</%s>", element, escaped, element);
  g_free (escaped);
}

/* What the machine has read of its fonts already. */
static void
append_caches (GString *xml, FcConfig *machine)
{
  FcStrList *folders = FcConfigGetCacheDirs (machine);
  const FcChar8 *folder;

  while ((folder = FcStrListNext (folders)) != NULL)
    append_folder (xml, "cachedir", (const char *) folder);
  FcStrListDone (folders);
}

bool
golden_fonts_pin (const char *family)
{
  static FcConfig *machine;
  static char *pinned_family;
  GString *xml;
  char *base, *folder;

  if (pinned_family != NULL && g_str_equal (family, pinned_family))
    return true;
  if (machine == NULL)
    machine = FcConfigReference (NULL);
  base = folder_of (machine, "DejaVu Sans");
  folder = folder_of (machine, family);
  bool is_installed = base != NULL && folder != NULL;
  if (is_installed)
    {
      FcConfig *pinned = FcConfigCreate ();

      xml = g_string_new ("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\">"
                          "<fontconfig>");
      append_folder (xml, "dir", base);
      if (!g_str_equal (base, folder))
        append_folder (xml, "dir", folder);
      append_caches (xml, machine);
      append_alias (xml, "Sans", "DejaVu Sans");
      append_alias (xml, "Monospace", "DejaVu Sans Mono");
      g_string_append (xml, "</fontconfig>");
      g_assert_true (FcConfigParseAndLoadFromMemory (pinned, (const FcChar8 *) xml->str, FcTrue));
      g_assert_true (FcConfigBuildFonts (pinned));
      FcConfigSetCurrent (pinned);
      FcConfigDestroy (pinned);
      g_string_free (xml, TRUE);
      g_free (pinned_family);
      pinned_family = g_strdup (family);
    }
  g_free (base);
  g_free (folder);
  return is_installed;
}
