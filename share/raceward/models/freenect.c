// libfreenect: cameras that see depth. Events are handled, and functions called back, by the thread
// that asks for it; a device belongs to that thread.
#include "object.h"

typedef struct device Device;
typedef struct {
  char changed;
  Device *devices;
} Context;

struct device {
  char changed;
  Device *next;
  void (*depth)(Device *, void *, uint32_t);
  void (*video)(Device *, void *, uint32_t);
  void *depthBuffer;
  void *videoBuffer;
  void *user;
};

typedef struct { // as programs get it
  uint32_t reserved;
  unsigned resolution;
  int32_t format;
  int32_t bytes;
  int16_t width;
  int16_t height;
  int8_t bitsOfPixel;
  int8_t bitsOfPadding;
  int8_t rate;
  int8_t isValid;
} Mode;

enum { kFrame = 640 * 480 * 3 };

static int anyStatus(void) {
  return model_number(-1, 0);
}
int freenect_init(Context **to, void *usb) {
  const int status = anyStatus();
  if (status == 0)
    *to = model_object(sizeof **to);
  return status;
}
int freenect_shutdown(Context *context) {
  free(context);
  return anyStatus();
}
void freenect_set_log_level(Context *context, unsigned level) {
  model_changes(context);
}
void freenect_select_subdevices(Context *context, unsigned which) {
  model_changes(context);
}
int freenect_num_devices(Context *context) {
  model_changes(context);
  return model_number(-1, 16);
}
int freenect_open_device(Context *context, Device **to, int index) {
  model_changes(context);
  const int status = anyStatus();
  if (status == 0) {
    Device *device = model_object(sizeof *device);
    device->depthBuffer = raceward_new(kFrame);
    device->videoBuffer = raceward_new(kFrame);
    device->next = context->devices;
    context->devices = device;
    *to = device;
  }
  return status;
}
int freenect_close_device(Device *device) {
  model_changes(device);
  return anyStatus();
}
void freenect_set_user(Device *device, void *user) {
  model_changes(device);
  device->user = user;
}
void *freenect_get_user(Device *device) {
  model_looks_at(device);
  return device->user;
}
void freenect_set_depth_callback(Device *device, void (*function)(Device *, void *, uint32_t)) {
  model_changes(device);
  device->depth = function;
}
void freenect_set_video_callback(Device *device, void (*function)(Device *, void *, uint32_t)) {
  model_changes(device);
  device->video = function;
}
int freenect_set_depth_buffer(Device *device, void *buffer) {
  model_changes(device);
  device->depthBuffer = buffer;
  return anyStatus();
}
int freenect_set_video_buffer(Device *device, void *buffer) {
  model_changes(device);
  device->videoBuffer = buffer;
  return anyStatus();
}
static Mode anyMode(void) {
  Mode mode;
  raceward_any_bytes(&mode, sizeof mode);
  return mode;
}
Mode freenect_find_video_mode(unsigned resolution, unsigned format) {
  return anyMode();
}
Mode freenect_find_depth_mode(unsigned resolution, unsigned format) {
  return anyMode();
}
int freenect_set_video_mode(Device *device, Mode mode) {
  model_changes(device);
  return anyStatus();
}
int freenect_set_depth_mode(Device *device, const Mode mode) {
  model_changes(device);
  return anyStatus();
}
#define CHANGES(FUNCTION)                                                                          \
  int FUNCTION(Device *device) {                                                                   \
    model_changes(device);                                                                         \
    return anyStatus();                                                                            \
  }
CHANGES(freenect_start_depth)
CHANGES(freenect_start_video)
CHANGES(freenect_stop_depth)
CHANGES(freenect_stop_video)
CHANGES(freenect_update_tilt_state)
int freenect_set_led(Device *device, unsigned option) {
  model_changes(device);
  return anyStatus();
}
int freenect_set_tilt_degs(Device *device, double angle) {
  model_changes(device);
  return anyStatus();
}

/// A frame is written into the buffer, and handed to the program.
int freenect_process_events(Context *context) {
  model_changes(context);
  for (Device *device = context->devices; device != NULL; device = device->next) {
    model_changes(device);
    if (raceward_any_bool()) {
      raceward_writes_all(device->depthBuffer);
      MODEL_CALL(device->depth, device, device->depthBuffer, raceward_any_uint());
    }
    if (raceward_any_bool()) {
      raceward_writes_all(device->videoBuffer);
      MODEL_CALL(device->video, device, device->videoBuffer, raceward_any_uint());
    }
  }
  return anyStatus();
}
