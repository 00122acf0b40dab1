// libao (<ao/ao.h>): sound out. Devices belong to one thread at a time, and the list of drivers is
// set up and given up when no other thread uses the library.
#include "object.h"

typedef struct {
  int bits;
  int rate;
  int channels;
  int order;
  char *matrix;
} Format;

typedef struct option {
  char *key;
  char *value;
  struct option *next;
} Option;

static char state_of_ao_initialize;

void ao_initialize(void) {
  model_changes(&state_of_ao_initialize);
}
void ao_shutdown(void) {
  model_changes(&state_of_ao_initialize);
}
int ao_default_driver_id(void) {
  model_looks_at(&state_of_ao_initialize);
  return model_number(-1, 64);
}
int ao_driver_id(const char *name) {
  model_looks_at(&state_of_ao_initialize);
  raceward_reads_text(name);
  return model_number(-1, 64);
}

static void *opens(const Format *format, const Option *options) {
  model_looks_at(&state_of_ao_initialize);
  raceward_reads(format, sizeof *format);
  model_reads_text_if_given(format->matrix);
  for (; options != NULL; options = options->next) {
    raceward_reads_text(options->key);
    model_reads_text_if_given(options->value);
  }
  return raceward_any_bool() ? model_object(64) : (errno = model_any_error(), NULL);
}
void *ao_open_live(int driver, Format *format, Option *options) {
  return opens(format, options);
}
void *ao_open_file(int driver, const char *name, int overwrite, Format *format, Option *options) {
  raceward_reads_text(name);
  return opens(format, options);
}
int ao_play(void *device, char *from, uint32_t bytes) {
  model_changes(device);
  raceward_reads(from, bytes);
  return raceward_any_bool();
}
int ao_close(void *device) {
  free(device);
  return raceward_any_bool();
}
int ao_append_option(Option **options, const char *key, const char *value) {
  raceward_reads_text(key);
  model_reads_text_if_given(value);
  Option *option = model_object(sizeof *option);
  option->key = strdup(key);
  option->value = value != NULL ? strdup(value) : NULL;
  while (*options != NULL)
    options = &(*options)->next;
  *options = option;
  return 1;
}
void ao_free_options(Option *options) {
  while (options != NULL) {
    Option *next = options->next;
    free(options->key);
    free(options->value);
    free(options);
    options = next;
  }
}
