// librdkafka (<librdkafka/rdkafka.h>): producers.
//
// A producer may be used by several threads. Settings belong to one thread until a producer is made
// of them. The functions for reports and errors are called by rd_kafka_poll().
#include "object.h"

#include <sys/types.h>

typedef struct producer Producer;
struct message { // as programs look at it
  int error;
  void *topic;
  int32_t partition;
  void *payload;
  size_t length;
  void *key;
  size_t keyLength;
  int64_t offset;
  void *own;
};
typedef struct {
  char changed;
  void (*report)(Producer *, const struct message *, void *);
  void (*error)(Producer *, int, const char *, void *);
  void *data;
} Settings;
struct producer {
  char changed;
  Settings settings;
  void *messages; ///< what the program gave with its messages
};

Settings *rd_kafka_conf_new(void) {
  return model_object(sizeof(Settings));
}
void rd_kafka_conf_destroy(Settings *settings) {
  free(settings);
}
int rd_kafka_conf_set(Settings *settings, const char *name, const char *value, char *to,
                      size_t bytes) {
  model_changes(settings);
  raceward_reads_text(name);
  raceward_reads_text(value);
  const int status = model_number(-2, 0);
  if (status != 0 && to != NULL)
    model_writes_text(to, bytes);
  return status;
}
void rd_kafka_conf_set_dr_msg_cb(Settings *settings,
                                 void (*function)(Producer *, const struct message *, void *)) {
  model_changes(settings);
  settings->report = function;
}
void rd_kafka_conf_set_error_cb(Settings *settings,
                                void (*function)(Producer *, int, const char *, void *)) {
  model_changes(settings);
  settings->error = function;
}
void rd_kafka_conf_set_opaque(Settings *settings, void *data) {
  model_changes(settings);
  settings->data = data;
}

/// The settings become part of the producer.
Producer *rd_kafka_new(int type, Settings *settings, char *to, size_t bytes) {
  if (raceward_any_bool()) {
    if (to != NULL)
      model_writes_text(to, bytes);
    return NULL;
  }
  Producer *producer = model_object(sizeof *producer);
  if (settings != NULL) {
    producer->settings = *settings;
    free(settings);
  }
  return producer;
}
void rd_kafka_destroy(Producer *producer) {
  free(producer);
}
int rd_kafka_flush(Producer *producer, int milliseconds);
int rd_kafka_poll(Producer *producer, int milliseconds) {
  model_looks_at(producer);
  const Settings *settings = &producer->settings;
  while (raceward_any_bool()) {
    if (settings->report != NULL) {
      struct message message;
      raceward_any_bytes(&message, sizeof message);
      message.topic = NULL;
      message.payload = NULL;
      message.key = NULL;
      message.own = __atomic_load_n(&producer->messages, __ATOMIC_SEQ_CST);
      MODEL_CALL(settings->report, producer, &message, settings->data);
    }
    MODEL_CALL(settings->error, producer, raceward_any_int(), model_text(), settings->data);
  }
  return raceward_any_int();
}
int rd_kafka_flush(Producer *producer, int milliseconds) {
  rd_kafka_poll(producer, milliseconds);
  return raceward_any_int();
}

/// Pairs of a kind and its values, up to the kind 0. The message is copied, or freed by the
/// library.
int rd_kafka_producev(Producer *producer, ...) {
  enum { kEnd, kTopic, kTopicObject, kPartition, kValue, kKey, kOwn, kFlags, kTime, kHeader };
  va_list values;
  va_start(values, producer);
  model_looks_at(producer);
  for (;;) {
    const int kind = va_arg(values, int);
    if (kind == kEnd)
      break;
    if (kind == kTopic) {
      raceward_reads_text(va_arg(values, const char *));
    } else if (kind == kPartition || kind == kFlags) {
      (void)va_arg(values, int);
    } else if (kind == kTime) {
      (void)va_arg(values, int64_t);
    } else if (kind == kValue || kind == kKey) {
      const void *from = va_arg(values, const void *);
      const size_t bytes = va_arg(values, size_t);
      if (from != NULL)
        raceward_reads(from, bytes);
    } else if (kind == kOwn) {
      __atomic_store_n(&producer->messages, va_arg(values, void *), __ATOMIC_SEQ_CST);
    } else if (kind == kHeader) {
      raceward_reads_text(va_arg(values, const char *));
      const void *from = va_arg(values, const void *);
      const ssize_t bytes = va_arg(values, ssize_t);
      if (from != NULL && bytes < 0)
        raceward_reads_text(from);
      else if (from != NULL)
        raceward_reads(from, (size_t)bytes);
    } else {
      model_looks_at(va_arg(values, const void *));
    }
  }
  va_end(values);
  return raceward_any_int();
}
const char *rd_kafka_err2str(int error) {
  return model_text();
}
const char *rd_kafka_err2name(int error) {
  return model_text();
}
/// The first fatal error of this producer, or 0.
int rd_kafka_fatal_error(Producer *producer, char *to, size_t bytes) {
  model_looks_at(producer);
  const int error = raceward_any_int();
  if (error != 0 && to != NULL)
    model_writes_text(to, bytes);
  return error;
}
