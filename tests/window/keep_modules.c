/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded under the leak check: what a closed module allocated would be reported without names, which no
 * suppression matches. Modules stay, and so do their names.
 *
 * GLib's first table of quarks (g_quark_init ()) is left to readers without a lock when a larger one takes its place. Its
 * stack has no name but that of the loader: the one block is excepted here, not all that constructors allocate.
 *
 * libcloudproviders, asked by GTK's file chooser, never frees the folders that it looks into. It keeps no frame pointers, so
 * the leak's stack ends before it (walking stacks without them makes the program four times slower): what it asks
 * of g_build_filename () is excepted as it is made.
 *
 * GTK's chooser of emoji, which every entry opens at Ctrl+., never frees the lists of words that it searches (filter_func ()
 * of gtkemojichooser.c). Likewise.
 *
 * A library that complains or warns says where it was called from. */

#include <dlfcn.h>
#include <glib.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define QUARK_TABLE_BYTES (2048 * sizeof (char *))

extern int __sanitizer_get_ownership (const volatile void *) __attribute__ ((weak));
extern size_t __sanitizer_get_allocated_size (const volatile void *) __attribute__ ((weak));
extern void __lsan_ignore_object (const void *) __attribute__ ((weak));
extern void __sanitizer_print_stack_trace (void) __attribute__ ((weak));

int
dlclose (void *handle)
{
  (void) handle;
  return 0;
}

/* GLib's variables hold one block of that size before main () begins. */
static int
except_table (struct dl_phdr_info *module, size_t size, void *data)
{
  (void) size;
  (void) data;
  if (strstr (module->dlpi_name, "/libglib-2.0.so") == NULL)
    return 0;
  for (int i = 0; i < module->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &module->dlpi_phdr[i];
      void **words = (void **) (module->dlpi_addr + segment->p_vaddr);

      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0)
        continue;
      for (size_t k = 0; k < segment->p_memsz / sizeof *words; k++)
        if (__sanitizer_get_ownership (words[k])
            && __sanitizer_get_allocated_size (words[k]) == QUARK_TABLE_BYTES)
          __lsan_ignore_object (words[k]);
    }
  return 1;
}

void
g_return_if_fail_warning (const char *log_domain, const char *function, const char *expression)
{
  void (*complain) (const char *, const char *, const char *);

  if (__sanitizer_print_stack_trace != NULL)
    __sanitizer_print_stack_trace ();
  *(void **) &complain = dlsym (RTLD_NEXT, "g_return_if_fail_warning");
  complain (log_domain, function, expression);
}

void
g_log (const gchar *log_domain, GLogLevelFlags level, const gchar *format, ...)
{
  va_list arguments;

  if (__sanitizer_print_stack_trace != NULL
      && (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    __sanitizer_print_stack_trace ();
  va_start (arguments, format);
  g_logv (log_domain, level, format, arguments);
  va_end (arguments);
}

static bool
is_in (const void *address, const char *library)
{
  Dl_info place;

  return dladdr (address, &place) != 0 && place.dli_fname != NULL
         && strstr (place.dli_fname, library) != NULL;
}

void
g_variant_get_child (GVariant *value, gsize index, const gchar *format, ...)
{
  GVariant *child = g_variant_get_child_value (value, index);
  va_list places, first;

  va_start (places, format);
  va_copy (first, places);
  g_variant_get_va (child, format, NULL, &places);
  if (__lsan_ignore_object != NULL && strcmp (format, "^a&s") == 0
      && is_in (__builtin_return_address (0), "/libgtk-4.so"))
    __lsan_ignore_object (*va_arg (first, const gchar ***));
  va_end (first);
  va_end (places);
  g_variant_unref (child);
}

gchar *
g_build_filename (const gchar *first, ...)
{
  va_list rest;
  char *name;

  va_start (rest, first);
  name = g_build_filename_valist (first, &rest);
  va_end (rest);
  if (__lsan_ignore_object != NULL && is_in (__builtin_return_address (0), "/libcloudproviders.so"))
    __lsan_ignore_object (name);
  return name;
}

__attribute__ ((constructor)) static void
except_first_table (void)
{
  if (__sanitizer_get_ownership != NULL && __lsan_ignore_object != NULL)
    dl_iterate_phdr (except_table, NULL);
}
