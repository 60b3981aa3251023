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
 * A library that complains of how it was called says where it was called from. */

#include <dlfcn.h>
#include <glib.h>
#include <link.h>
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

gchar *
g_build_filename (const gchar *first, ...)
{
  Dl_info caller;
  va_list rest;
  char *name;

  va_start (rest, first);
  name = g_build_filename_valist (first, &rest);
  va_end (rest);
  if (__lsan_ignore_object != NULL && dladdr (__builtin_return_address (0), &caller) != 0
      && caller.dli_fname != NULL && strstr (caller.dli_fname, "/libcloudproviders.so") != NULL)
    __lsan_ignore_object (name);
  return name;
}

__attribute__ ((constructor)) static void
except_first_table (void)
{
  if (__sanitizer_get_ownership != NULL && __lsan_ignore_object != NULL)
    dl_iterate_phdr (except_table, NULL);
}
