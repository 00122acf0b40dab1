// ALSA (<alsa/asoundlib.h>): sound in and out, and mixers.
//
// Devices belong to one thread at a time. Structs of parameters are memory of the program, as large
// as the library says; how many bytes a frame has is up to them, so that buffers count as a whole.
#include "object.h"

enum { kParameters = 608, kMixerId = 64 }; // bytes

typedef struct snd_pcm snd_pcm_t;

static int anyStatus(void) {
  return model_number(-200, 0);
}
static int uses(void *device) {
  model_changes(device);
  return anyStatus();
}

const char *snd_strerror(int error) {
  return model_text();
}
int snd_pcm_open(snd_pcm_t **to, const char *name, int direction, int mode) {
  raceward_reads_text(name);
  const int status = anyStatus();
  if (status == 0)
    *to = model_object(1);
  return status;
}
int snd_pcm_close(snd_pcm_t *device) {
  free(device);
  return 0;
}
int snd_pcm_prepare(snd_pcm_t *device) {
  return uses(device);
}
int snd_pcm_start(snd_pcm_t *device) {
  return uses(device);
}
int snd_pcm_drop(snd_pcm_t *device) {
  return uses(device);
}
int snd_pcm_drain(snd_pcm_t *device) {
  return uses(device);
}
int snd_pcm_recover(snd_pcm_t *device, int error, int silent) {
  return uses(device);
}
long snd_pcm_avail(snd_pcm_t *device) {
  model_changes(device);
  return raceward_any_long();
}
int snd_pcm_delay(snd_pcm_t *device, long *to) {
  *to = raceward_any_long();
  return uses(device);
}
static long frames(unsigned long most) {
  return (long)model_up_to(most + 200) - 200;
}
long snd_pcm_readi(snd_pcm_t *device, void *to, unsigned long count) {
  model_changes(device);
  raceward_writes_all(to);
  return frames(count);
}
long snd_pcm_writei(snd_pcm_t *device, const void *from, unsigned long count) {
  model_changes(device);
  raceward_reads_all(from);
  return frames(count);
}
int snd_pcm_get_params(snd_pcm_t *device, unsigned long *buffer, unsigned long *period) {
  model_looks_at(device);
  *buffer = raceward_any_ulong();
  *period = raceward_any_ulong();
  return anyStatus();
}
int snd_pcm_set_params(snd_pcm_t *device, int format, int access, unsigned channels, unsigned rate,
                       int resample, unsigned latency) {
  return uses(device);
}

// -- parameters --------------------------------------------------------------------------------

size_t snd_pcm_hw_params_sizeof(void) {
  return kParameters;
}
int snd_pcm_hw_params_malloc(void **to) {
  *to = raceward_new(kParameters);
  return 0;
}
void snd_pcm_hw_params_free(void *parameters) {
  free(parameters);
}
static int sets(snd_pcm_t *device, void *parameters) {
  model_looks_at(device);
  raceward_writes(parameters, kParameters);
  return anyStatus();
}
int snd_pcm_hw_params_any(snd_pcm_t *device, void *parameters) {
  return sets(device, parameters);
}
int snd_pcm_hw_params_set_access(snd_pcm_t *device, void *parameters, int access) {
  return sets(device, parameters);
}
int snd_pcm_hw_params_set_format(snd_pcm_t *device, void *parameters, int format) {
  return sets(device, parameters);
}
int snd_pcm_hw_params_set_channels(snd_pcm_t *device, void *parameters, unsigned count) {
  return sets(device, parameters);
}
int snd_pcm_hw_params_set_rate(snd_pcm_t *device, void *parameters, unsigned rate, int direction) {
  return sets(device, parameters);
}
static int setsNear(snd_pcm_t *device, void *parameters, void *value, size_t bytes,
                    int *direction) {
  raceward_writes(value, bytes);
  if (direction != NULL)
    *direction = model_number(-1, 1);
  return sets(device, parameters);
}
int snd_pcm_hw_params_set_rate_near(snd_pcm_t *device, void *parameters, unsigned *value,
                                    int *direction) {
  return setsNear(device, parameters, value, sizeof *value, direction);
}
int snd_pcm_hw_params_set_period_size_near(snd_pcm_t *device, void *parameters,
                                           unsigned long *value, int *direction) {
  return setsNear(device, parameters, value, sizeof *value, direction);
}
int snd_pcm_hw_params_set_buffer_size_near(snd_pcm_t *device, void *parameters,
                                           unsigned long *value) {
  return setsNear(device, parameters, value, sizeof *value, NULL);
}
int snd_pcm_hw_params(snd_pcm_t *device, void *parameters) {
  raceward_reads(parameters, kParameters);
  raceward_writes(parameters, kParameters);
  return uses(device);
}
static int gets(const void *parameters, void *to, size_t bytes, int *direction) {
  raceward_reads(parameters, kParameters);
  raceward_writes(to, bytes);
  if (direction != NULL)
    *direction = model_number(-1, 1);
  return anyStatus();
}
int snd_pcm_hw_params_get_format(const void *parameters, int *to) {
  return gets(parameters, to, sizeof *to, NULL);
}
int snd_pcm_hw_params_get_channels(const void *parameters, unsigned *to) {
  return gets(parameters, to, sizeof *to, NULL);
}
int snd_pcm_hw_params_get_rate(const void *parameters, unsigned *to, int *direction) {
  return gets(parameters, to, sizeof *to, direction);
}
int snd_pcm_hw_params_get_period_size(const void *parameters, unsigned long *to, int *direction) {
  return gets(parameters, to, sizeof *to, direction);
}
int snd_pcm_hw_params_get_buffer_size(const void *parameters, unsigned long *to) {
  return gets(parameters, to, sizeof *to, NULL);
}

// -- mixers ------------------------------------------------------------------------------------

typedef struct {
  char changed;
  char element;
} snd_mixer_t;

int snd_mixer_open(snd_mixer_t **to, int mode) {
  const int status = anyStatus();
  if (status == 0)
    *to = model_object(sizeof **to);
  return status;
}
int snd_mixer_close(snd_mixer_t *mixer) {
  free(mixer);
  return 0;
}
int snd_mixer_attach(snd_mixer_t *mixer, const char *name) {
  raceward_reads_text(name);
  return uses(mixer);
}
int snd_mixer_selem_register(snd_mixer_t *mixer, void *options, void **to) {
  if (to != NULL)
    *to = model_object(1);
  return uses(mixer);
}
int snd_mixer_load(snd_mixer_t *mixer) {
  return uses(mixer);
}
size_t snd_mixer_selem_id_sizeof(void) {
  return kMixerId;
}
void snd_mixer_selem_id_set_index(void *id, unsigned index) {
  raceward_writes((char *)id + kMixerId - sizeof index, sizeof index);
}
void snd_mixer_selem_id_set_name(void *id, const char *name) {
  raceward_reads_text(name);
  raceward_writes(id, kMixerId - sizeof(unsigned));
}
void *snd_mixer_find_selem(snd_mixer_t *mixer, const void *id) {
  model_looks_at(mixer);
  raceward_reads(id, kMixerId);
  return raceward_any_failure() ? NULL : &mixer->element;
}
int snd_mixer_selem_get_playback_volume_range(void *element, long *least, long *most) {
  model_looks_at(element);
  *least = raceward_any_long();
  *most = raceward_any_long();
  return anyStatus();
}
int snd_mixer_selem_get_playback_volume(void *element, int channel, long *to) {
  model_looks_at(element);
  *to = raceward_any_long();
  return anyStatus();
}
int snd_mixer_selem_set_playback_volume_all(void *element, long volume) {
  return uses(element);
}
