/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/api_words.h"

#include <glib/gi18n-lib.h>

#include "trace/model/device_api.h"

const char *
api_words_label (const ApiWords *words, const Trace *trace)
{
  if (words->cuda == NULL)
    return _ (words->other);
  switch (device_api_of (trace))
    {
    case DEVICE_API_CUDA:
      return _ (words->cuda);
    case DEVICE_API_HIP:
      return _ (words->hip);
    default:
      return _ (words->other);
    }
}
