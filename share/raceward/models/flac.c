// libFLAC's encoder for streams, and the encoder Shine for MP3.
//
// An encoder belongs to one thread at a time. The functions that the program gave are called while
// it encodes.
#include "object.h"

typedef struct encoder Encoder;
struct encoder {
  char changed;
  int (*write)(const Encoder *, const unsigned char *, size_t, uint32_t, uint32_t, void *);
  int (*seek)(const Encoder *, uint64_t, void *);
  int (*tell)(const Encoder *, uint64_t *, void *);
  void (*metadata)(const Encoder *, const void *, void *);
  void *data;
  uint32_t channels;
};

Encoder *FLAC__stream_encoder_new(void) {
  return raceward_any_failure() ? NULL : model_object(sizeof(Encoder));
}
void FLAC__stream_encoder_delete(Encoder *encoder) {
  free(encoder);
}
#define SETS(NAME)                                                                                 \
  int FLAC__stream_encoder_set_##NAME(Encoder *encoder, uint32_t value) {                          \
    model_changes(encoder);                                                                        \
    return raceward_any_bool();                                                                    \
  }
SETS(verify)
SETS(compression_level)
SETS(bits_per_sample)
SETS(sample_rate)
SETS(blocksize)
SETS(streamable_subset)
int FLAC__stream_encoder_set_channels(Encoder *encoder, uint32_t count) {
  model_changes(encoder);
  encoder->channels = count;
  return raceward_any_bool();
}

static void writes(Encoder *encoder) {
  model_changes(encoder);
  while (raceward_any_bool()) {
    if (encoder->write != NULL) {
      enum { kBlock = 64 };
      unsigned char *block = raceward_new(kBlock);
      encoder->write(encoder, block, (size_t)model_number(0, kBlock), raceward_any_uint(),
                     raceward_any_uint(), encoder->data);
      free(block);
    }
    if (raceward_any_bool())
      MODEL_CALL(encoder->seek, encoder, raceward_any_ulonglong(), encoder->data);
    if (encoder->tell != NULL && raceward_any_bool()) {
      uint64_t place = 0;
      MODEL_CALL(encoder->tell, encoder, &place, encoder->data);
    }
  }
}
int FLAC__stream_encoder_init_stream(Encoder *encoder,
                                     int (*write)(const Encoder *, const unsigned char *, size_t,
                                                  uint32_t, uint32_t, void *),
                                     int (*seek)(const Encoder *, uint64_t, void *),
                                     int (*tell)(const Encoder *, uint64_t *, void *),
                                     void (*metadata)(const Encoder *, const void *, void *),
                                     void *data) {
  model_changes(encoder);
  encoder->write = write;
  encoder->seek = seek;
  encoder->tell = tell;
  encoder->metadata = metadata;
  encoder->data = data;
  writes(encoder);
  return model_number(0, 13);
}
int FLAC__stream_encoder_process_interleaved(Encoder *encoder, const int32_t *from,
                                             uint32_t samples) {
  raceward_reads(from, (size_t)samples * encoder->channels * sizeof *from);
  writes(encoder);
  return raceward_any_bool();
}
int FLAC__stream_encoder_finish(Encoder *encoder) {
  writes(encoder);
  if (raceward_any_bool())
    MODEL_CALL(encoder->metadata, encoder, model_object(256), encoder->data);
  return raceward_any_bool();
}

// -- Shine -------------------------------------------------------------------------------------

typedef struct {
  char changed;
  unsigned char output[64];
} Shine;

enum { kSettings = 28, kMpegSettings = 20 }; // bytes of the program's structs

void shine_set_config_mpeg_defaults(void *settings) {
  raceward_writes(settings, kMpegSettings);
}
Shine *shine_initialise(void *settings) {
  raceward_reads(settings, kSettings);
  return raceward_any_failure() ? NULL : model_object(sizeof(Shine));
}
int shine_samples_per_pass(Shine *encoder) {
  model_looks_at(encoder);
  return raceward_any_bool() ? 1152 : 576;
}
static unsigned char *encoded(Shine *encoder, int *written) {
  raceward_writes(encoder, sizeof *encoder);
  *written = model_number(0, sizeof encoder->output);
  return encoder->output;
}
/// As many samples as one pass takes, of two channels.
unsigned char *shine_encode_buffer_interleaved(Shine *encoder, int16_t *from, int *written) {
  raceward_reads_all(from);
  return encoded(encoder, written);
}
unsigned char *shine_flush(Shine *encoder, int *written) {
  return encoded(encoder, written);
}
void shine_close(Shine *encoder) {
  free(encoder);
}
