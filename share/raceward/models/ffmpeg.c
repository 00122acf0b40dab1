// FFmpeg 4 (libavformat, libavcodec, libavfilter, libavutil): contexts, packets and frames.
//
// All of them belong to one thread at a time, and all are structs that programs look at. Parts that
// programs follow pointers through are real; what else is in them is any bytes. While a file is
// read, the program's function is asked whether to go on.
#include "object.h"

enum { // bytes of structs, and where their parts are
  kFrame = 536,
  kPacket = 88,
  kFormat = 1496,
  kStream = 768,
  kCodec = 1056,
  kFilter = 168,
  kGraph = 96,
  kParameters = 144,
  kStreamParameters = 208,
};

struct packet {
  void *buffer;
  int64_t shown;
  int64_t decoded;
  unsigned char *data;
  int size;
  int stream;
  char rest[kPacket - 40];
};
struct format {
  void *class[5];
  int flags;
  unsigned count;
  char **streams;
  char more[1224 - 56];
  int (*interrupt)(void *);
  void *argument;
  char rest[kFormat - 1240];
};
struct frame {
  unsigned char *data[8];
  int sizes[8];
  unsigned char **moreData;
  int width;
  int height;
  int samples;
  int kind;
  char rest[kFrame - 120];
};

static int anyStatus(void) {
  return model_number(-1 << 30, 0);
}

void av_log_set_level(int level) {}
int av_strerror(int error, char *to, size_t bytes) {
  model_writes_text(to, bytes);
  return anyStatus();
}
int av_get_channel_layout_nb_channels(uint64_t layout) {
  return model_number(0, 64);
}
int av_get_bytes_per_sample(int kind) {
  return model_number(0, 8);
}
const char *av_get_sample_fmt_name(int kind) {
  return raceward_any_failure() ? NULL : model_text();
}
int av_dict_set(void **to, const char *key, const char *value, int flags) {
  raceward_reads_text(key);
  model_reads_text_if_given(value);
  if (*to == NULL)
    *to = model_object(1);
  else
    model_changes(*to);
  return anyStatus();
}
void av_dict_free(void **dictionary) {
  free(*dictionary);
  *dictionary = NULL;
}

// -- files -------------------------------------------------------------------------------------

static void asks(const struct format *format) {
  if (format->interrupt != NULL)
    while (raceward_any_bool())
      MODEL_CALL(format->interrupt, format->argument);
}
struct format *avformat_alloc_context(void) {
  return model_object(kFormat);
}
static void addStreams(struct format *format) {
  char *stream = model_object(kStream);
  *(void **)(void *)(stream + kStreamParameters) = model_object(kParameters);
  format->streams = raceward_new(sizeof *format->streams);
  format->streams[0] = stream; // programs use one
  format->count = 1;
}
int avformat_open_input(struct format **to, const char *url, void *kind, void **options) {
  raceward_reads_text(url);
  if (*to == NULL)
    *to = avformat_alloc_context();
  asks(*to);
  const int status = anyStatus();
  if (status == 0) {
    addStreams(*to);
  } else {
    free(*to);
    *to = NULL;
  }
  return status;
}
int avformat_find_stream_info(struct format *format, void **options) {
  asks(format);
  if (format->streams != NULL)
    raceward_writes(format->streams[0] + 24, 48); // base of time, duration
  return anyStatus();
}
int av_find_best_stream(struct format *format, int kind, int wanted, int related, void **decoder,
                        int flags) {
  raceward_reads(format, kFormat);
  if (decoder != NULL)
    *decoder = model_object(64);
  return raceward_any_failure() ? -1 : 0;
}
int av_seek_frame(struct format *format, int stream, int64_t time, int flags) {
  asks(format);
  raceward_writes(&format->flags, sizeof format->flags);
  return anyStatus();
}
int av_read_frame(struct format *format, struct packet *to) {
  asks(format);
  raceward_writes(&format->flags, sizeof format->flags);
  raceward_writes(to, sizeof *to);
  to->buffer = raceward_new(64);
  to->data = to->buffer;
  to->size = model_number(0, 64);
  return anyStatus();
}
void avformat_close_input(struct format **format) {
  free(*format);
  *format = NULL;
}

// -- packets and frames ------------------------------------------------------------------------

struct packet *av_packet_alloc(void) {
  return model_object(kPacket);
}
void av_packet_unref(struct packet *packet) {
  free(packet->buffer);
  memset(packet, 0, sizeof *packet);
}
void av_packet_free(struct packet **packet) {
  if (*packet == NULL)
    return;
  av_packet_unref(*packet);
  free(*packet);
  *packet = NULL;
}
struct frame *av_frame_alloc(void) {
  return model_object(kFrame);
}
void av_frame_unref(struct frame *frame) {
  memset(frame, 0, sizeof *frame);
}
void av_frame_free(struct frame **frame) {
  free(*frame);
  *frame = NULL;
}
static int receives(struct frame *frame) {
  raceward_writes(frame, sizeof *frame);
  for (int i = 0; i < 8; ++i)
    frame->data[i] = raceward_new(64);
  frame->moreData = frame->data;
  frame->samples = model_number(0, 1 << 20);
  return anyStatus();
}

// -- codecs ------------------------------------------------------------------------------------

void *avcodec_find_decoder(int id) {
  return raceward_any_failure() ? NULL : model_object(64);
}
void *avcodec_alloc_context3(const void *codec) {
  return raceward_any_failure() ? NULL : model_object(kCodec);
}
int avcodec_parameters_to_context(void *codec, const void *parameters) {
  raceward_reads(parameters, kParameters);
  raceward_writes(codec, kCodec);
  return anyStatus();
}
int avcodec_open2(void *codec, const void *kind, void **options) {
  raceward_writes(codec, kCodec);
  return anyStatus();
}
int avcodec_close(void *codec) {
  raceward_writes(codec, kCodec);
  return 0;
}
void avcodec_free_context(void **codec) {
  free(*codec);
  *codec = NULL;
}
int avcodec_send_packet(void *codec, const struct packet *packet) {
  model_changes(codec);
  if (packet != NULL) {
    raceward_reads(packet, sizeof *packet);
    if (packet->data != NULL)
      raceward_reads(packet->data, (size_t)packet->size);
  }
  return anyStatus();
}
int avcodec_receive_frame(void *codec, struct frame *frame) {
  model_changes(codec);
  return receives(frame);
}

// -- filters -----------------------------------------------------------------------------------

struct rational {
  int numerator;
  int denominator;
};

const void *avfilter_get_by_name(const char *name) {
  raceward_reads_text(name);
  return raceward_any_failure() ? NULL : model_object(64);
}
void *avfilter_graph_alloc(void) {
  return raceward_any_failure() ? NULL : model_object(kGraph);
}
void avfilter_graph_free(void **graph) {
  free(*graph);
  *graph = NULL;
}
int avfilter_graph_create_filter(void **to, const void *kind, const char *name,
                                 const char *arguments, void *own, void *graph) {
  model_reads_text_if_given(name);
  model_reads_text_if_given(arguments);
  model_changes(graph);
  *to = model_object(kFilter);
  return anyStatus();
}
int avfilter_link(void *from, unsigned fromPad, void *to, unsigned toPad) {
  model_changes(from);
  model_changes(to);
  return anyStatus();
}
int avfilter_graph_config(void *graph, void *log) {
  model_changes(graph);
  return anyStatus();
}
int avfilter_graph_send_command(void *graph, const char *target, const char *command,
                                const char *argument, char *to, int bytes, int flags) {
  model_changes(graph);
  raceward_reads_text(target);
  raceward_reads_text(command);
  model_reads_text_if_given(argument);
  if (to != NULL)
    model_writes_text(to, (size_t)bytes);
  return anyStatus();
}
struct rational av_buffersink_get_time_base(const void *filter) {
  struct rational base;
  model_looks_at(filter);
  base.numerator = raceward_any_int();
  base.denominator = raceward_any_int();
  return base;
}
int av_buffersink_get_frame(void *filter, struct frame *frame) {
  model_changes(filter);
  return receives(frame);
}
int av_buffersrc_write_frame(void *filter, const struct frame *frame) {
  model_changes(filter);
  if (frame != NULL)
    raceward_reads(frame, sizeof *frame);
  return anyStatus();
}
/// The frame is given away, and empty then.
int av_buffersrc_add_frame(void *filter, struct frame *frame) {
  model_changes(filter);
  if (frame != NULL)
    memset(frame, 0, sizeof *frame);
  return anyStatus();
}
