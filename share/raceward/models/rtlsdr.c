// librtlsdr: radio receivers. A device may be tuned by one thread while another one reads from it.
#include "object.h"

typedef struct device Device;

uint32_t rtlsdr_get_device_count(void) {
  return raceward_any_uint();
}
const char *rtlsdr_get_device_name(uint32_t index) {
  return model_text();
}
int rtlsdr_get_device_usb_strings(uint32_t index, char *maker, char *product, char *serial) {
  enum { kRoom = 256 };
  if (maker != NULL)
    model_writes_text(maker, kRoom);
  if (product != NULL)
    model_writes_text(product, kRoom);
  if (serial != NULL)
    model_writes_text(serial, kRoom);
  return model_number(-10, 0);
}
int rtlsdr_open(Device **to, uint32_t index) {
  const int status = model_number(-10, 0);
  if (status == 0)
    *to = model_object(1);
  return status;
}
int rtlsdr_close(Device *device) {
  free(device);
  return model_number(-1, 0);
}
static int uses(Device *device) {
  model_looks_at(device);
  return raceward_any_int();
}
int rtlsdr_get_tuner_gain(Device *device) {
  return uses(device);
}
int rtlsdr_reset_buffer(Device *device) {
  return uses(device);
}
int rtlsdr_cancel_async(Device *device) {
  return uses(device);
}
#define SETS(NAME, TYPE)                                                                           \
  int rtlsdr_set_##NAME(Device *device, TYPE value) {                                              \
    return uses(device);                                                                           \
  }
SETS(tuner_gain_mode, int)
SETS(tuner_gain, int)
SETS(freq_correction, int)
SETS(agc_mode, int)
SETS(center_freq, uint32_t)
SETS(sample_rate, uint32_t)
/// Tuners have up to 29 gains; the program asks for their number first.
int rtlsdr_get_tuner_gains(Device *device, int *to) {
  enum { kMost = 29 };
  model_looks_at(device);
  if (to != NULL)
    raceward_writes_all(to);
  return model_number(0, kMost);
}
int rtlsdr_read_sync(Device *device, void *to, int bytes, int *made) {
  model_looks_at(device);
  raceward_writes(to, (size_t)bytes);
  *made = model_number(0, bytes);
  return model_number(-10, 0);
}
/// Blocks are handed to the program until another thread ends that.
int rtlsdr_read_async(Device *device, void (*function)(unsigned char *, uint32_t, void *),
                      void *data, uint32_t blocks, uint32_t bytes) {
  const uint32_t size = bytes != 0 ? bytes : 16 * 32 * 512;
  model_looks_at(device);
  unsigned char *block = raceward_new(size);
  while (raceward_any_bool()) {
    raceward_writes(block, size);
    function(block, size, data);
  }
  free(block);
  return model_number(-10, 0);
}
