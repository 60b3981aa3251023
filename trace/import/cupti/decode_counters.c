/* SPDX-License-Identifier: Apache-2.0
 *
 * Measurements of devices, unified memory, and marks of contexts and channels. */

#include "trace/import/cupti/cupti_decoder_private.h"

typedef enum
{
  ENVIRONMENT_SPEED = 1,
  ENVIRONMENT_TEMPERATURE,
  ENVIRONMENT_POWER,
  ENVIRONMENT_COOLING,
} EnvironmentKind;

/* ---- environment ---- */

static void
add_sample (CuptiDecoder *decoder, int32_t device, int64_t time_ns, const char *name, uint64_t value)
{
  uint32_t id = trace_builder_string (decoder->builder, name, strlen (name));

  trace_builder_add_sample (decoder->builder, decoder_device_counter_row (decoder, device, id), time_ns,
                            (double) value);
}

bool
decode_environment (CuptiDecoder *decoder, const CuptiRecord *record)
{
  int32_t device = decoder_device (CUPTI_GET_U32 (record, ENVIRONMENT, device_id));
  int64_t time_ns;

  if (!decoder_time (decoder, CUPTI_GET (record, ENVIRONMENT, timestamp), &time_ns))
    return false;
  decoder->events->counters++;
  switch (CUPTI_GET_U32 (record, ENVIRONMENT, environment_kind))
    {
    case ENVIRONMENT_SPEED:
      add_sample (decoder, device, time_ns, "SM clock (MHz)", CUPTI_GET (record, ENVIRONMENT, sm_clock));
      add_sample (decoder, device, time_ns, "Memory clock (MHz)",
                  CUPTI_GET (record, ENVIRONMENT, memory_clock));
      /* 0: not known. */
      if (CUPTI_GET (record, ENVIRONMENT, pcie_link_gen) != 0)
        add_sample (decoder, device, time_ns, "PCIe generation",
                    CUPTI_GET (record, ENVIRONMENT, pcie_link_gen));
      if (CUPTI_GET (record, ENVIRONMENT, pcie_link_width) != 0)
        add_sample (decoder, device, time_ns, "PCIe lanes", CUPTI_GET (record, ENVIRONMENT, pcie_link_width));
      add_sample (decoder, device, time_ns, "Clock throttle reasons",
                  CUPTI_GET (record, ENVIRONMENT, clocks_throttle_reasons));
      break;
    case ENVIRONMENT_TEMPERATURE:
      add_sample (decoder, device, time_ns, "Temperature (°C)",
                  CUPTI_GET (record, ENVIRONMENT, gpu_temperature));
      break;
    case ENVIRONMENT_POWER:
      add_sample (decoder, device, time_ns, "Power (mW)", CUPTI_GET (record, ENVIRONMENT, power));
      add_sample (decoder, device, time_ns, "Power limit (mW)", CUPTI_GET (record, ENVIRONMENT, power_limit));
      break;
    case ENVIRONMENT_COOLING:
      add_sample (decoder, device, time_ns, "Fan speed (%)", CUPTI_GET (record, ENVIRONMENT, fan_speed));
      break;
    default:
      decoder_note (decoder, HEALTH_COUNTER_VALUE_INVALID);
      break;
    }
  return true;
}

/* ---- unified memory ---- */

/* Migrations are slices of the process, because they belong to no stream; their sizes are a counter as well. */
bool
decode_unified_memory (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint64_t start = CUPTI_GET (record, UNIFIED, start), end = CUPTI_GET (record, UNIFIED, end);
  uint32_t process = CUPTI_GET_U32 (record, UNIFIED, process_id),
           stream = CUPTI_GET_U32 (record, UNIFIED, stream_id);
  uint64_t value = CUPTI_GET (record, UNIFIED, value);
  const char *word = cupti_unified_word (CUPTI_GET_U32 (record, UNIFIED, counter_kind));
  SliceInput slice = { .category = decoder->words[WORD_UNIFIED] };
  CuptiArgs *args = &decoder->args;

  /* Some kinds are points in time and have no end. */
  if (!decoder_interval (decoder, start, end != 0 ? end : start, &slice))
    return false;
  slice.name = trace_builder_string (decoder->builder, word, strlen (word));
  slice.track = decoder_async_row (decoder, process, slice.category, slice.name);
  cupti_args_begin (args);
  cupti_args_unsigned (args, WORD_VALUE, value);
  cupti_args_unsigned (args, WORD_ADDRESS, CUPTI_GET (record, UNIFIED, address));
  cupti_args_unsigned (args, WORD_SOURCE, CUPTI_GET (record, UNIFIED, src_id));
  cupti_args_unsigned (args, WORD_DESTINATION, CUPTI_GET (record, UNIFIED, dst_id));
  cupti_args_integer (args, WORD_STREAM, stream == CUPTI_NO_STREAM ? -1 : (int64_t) stream);
  cupti_args_unsigned (args, WORD_FLAGS, CUPTI_GET (record, UNIFIED, flags));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  trace_builder_add_sample (
    decoder->builder, decoder_counter_row (decoder, process, decoder->words[WORD_UNIFIED_MEMORY], slice.name),
    slice.start_ns, (double) value);
  return true;
}

/* ---- marks ---- */

bool
decode_rotation (CuptiDecoder *decoder, const CuptiRecord *record)
{
  const char *word = cupti_rotation_word (CUPTI_GET_U32 (record, ROTATION, event_type));
  TraceInstant instant = { .category = decoder->words[WORD_CUDA_CONTEXT], .scope = 'p' };
  CuptiArgs *args = &decoder->args;

  if (!decoder_time (decoder, CUPTI_GET (record, ROTATION, timestamp), &instant.time_ns))
    return false;
  instant.name = trace_builder_string (decoder->builder, word, strlen (word));
  instant.track = decoder_own_row (decoder, decoder->pid, WORD_CUDA_CONTEXT_ROW);
  cupti_args_begin (args);
  cupti_args_unsigned (args, WORD_DEVICE, CUPTI_GET (record, ROTATION, device_id));
  cupti_args_unsigned (args, WORD_CONTEXT, CUPTI_GET (record, ROTATION, context_id));
  cupti_args_unsigned (args, WORD_CHANNEL, CUPTI_GET (record, ROTATION, channel_id));
  cupti_args_unsigned (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, ROTATION, channel_type));
  instant.args = cupti_args_end (args);
  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
  return true;
}

bool
decode_context_switch (CuptiDecoder *decoder, const CuptiRecord *record)
{
  TraceInstant instant = {
    .name = decoder->words[WORD_CONTEXT_SWITCH],
    .category = decoder->words[WORD_CUDA_CONTEXT],
    .scope = 'p',
  };
  CuptiArgs *args = &decoder->args;

  if (!decoder_time (decoder, CUPTI_GET (record, SWITCH, timestamp), &instant.time_ns))
    return false;
  instant.track = decoder_own_row (decoder, decoder->pid, WORD_CUDA_CONTEXT_ROW);
  cupti_args_begin (args);
  cupti_args_unsigned (args, WORD_CONTEXT, CUPTI_GET (record, SWITCH, context_id));
  cupti_args_unsigned (args, WORD_OPERATION, CUPTI_GET (record, SWITCH, operation_type));
  instant.args = cupti_args_end (args);
  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
  return true;
}
