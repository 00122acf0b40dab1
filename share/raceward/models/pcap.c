// libpcap (<pcap/pcap.h>): packets from the network. A handle belongs to one thread at a time; a
// packet is the library's memory, and valid while the program's function handles it.
#include "object.h"

#include <pthread.h>
#include <sys/time.h>

enum { kErrorText = 256, kPacket = 64 };

typedef struct {
  char changed;
  char error[kErrorText];
  unsigned char packet[kPacket];
} Handle;

struct header {
  struct timeval time;
  unsigned captured;
  unsigned length;
};
struct program {
  unsigned length;
  void *instructions;
};

static char state_of_pcap_compile; // older versions parse with variables of their own
static char state_of_pcap_lookupdev[kErrorText];

static Handle *opens(char *error) {
  if (raceward_any_bool()) {
    model_writes_text(error, kErrorText);
    return NULL;
  }
  return model_object(sizeof(Handle));
}
Handle *pcap_open_live(const char *device, int length, int all, int milliseconds, char *error) {
  model_reads_text_if_given(device);
  return opens(error);
}
Handle *pcap_open_offline(const char *name, char *error) {
  raceward_reads_text(name);
  return opens(error);
}
void pcap_close(Handle *handle) {
  free(handle);
}
char *pcap_lookupdev(char *error) {
  if (raceward_any_bool()) {
    model_writes_text(error, kErrorText);
    return NULL;
  }
  model_writes_text(state_of_pcap_lookupdev, sizeof state_of_pcap_lookupdev);
  return state_of_pcap_lookupdev;
}
int pcap_datalink(Handle *handle) {
  model_looks_at(handle);
  return raceward_any_int();
}
int pcap_compile(Handle *handle, struct program *to, const char *text, int optimise,
                 unsigned mask) {
  model_changes(handle);
  model_changes(&state_of_pcap_compile);
  raceward_reads_text(text);
  const int status = model_number(-1, 0);
  if (status == 0) {
    to->length = (unsigned)model_number(1, 8);
    to->instructions = raceward_new(8 * 8);
  }
  return status;
}
void pcap_freecode(struct program *program) {
  free(program->instructions);
  program->instructions = NULL;
  program->length = 0;
}
int pcap_setfilter(Handle *handle, struct program *program) {
  model_changes(handle);
  raceward_reads(program, sizeof *program);
  raceward_reads(program->instructions, (size_t)program->length * 8);
  return model_number(-1, 0);
}
int pcap_setnonblock(Handle *handle, int on, char *error) {
  model_changes(handle);
  const int status = model_number(-1, 0);
  if (status != 0)
    model_writes_text(error, kErrorText);
  return status;
}
static int packets(Handle *handle,
                   void (*function)(unsigned char *, const struct header *, const unsigned char *),
                   unsigned char *user) {
  model_changes(handle);
  while (raceward_any_bool()) {
    struct header header;
    raceward_any_bytes(&header, sizeof header);
    header.captured = (unsigned)model_up_to(kPacket);
    raceward_writes(handle->packet, kPacket);
    function(user, &header, handle->packet);
  }
  return raceward_any_int();
}
int pcap_dispatch(Handle *handle, int count,
                  void (*function)(unsigned char *, const struct header *, const unsigned char *),
                  unsigned char *user) {
  return packets(handle, function, user);
}
int pcap_loop(Handle *handle, int count,
              void (*function)(unsigned char *, const struct header *, const unsigned char *),
              unsigned char *user) {
  return packets(handle, function, user);
}
const unsigned char *pcap_next(Handle *handle, struct header *to) {
  model_changes(handle);
  if (raceward_any_failure())
    return NULL;
  raceward_writes(to, sizeof *to);
  raceward_writes(handle->packet, kPacket);
  return handle->packet;
}
void pcap_breakloop(Handle *handle) {}
int pcap_inject(Handle *handle, const void *from, size_t bytes) {
  model_changes(handle);
  raceward_reads(from, bytes);
  return raceward_any_int();
}
int pcap_stats(Handle *handle, void *to) {
  enum { kStatistics = 12 };
  model_looks_at(handle);
  raceward_writes(to, kStatistics);
  return model_number(-1, 0);
}
char *pcap_geterr(Handle *handle) {
  model_looks_at(handle);
  return handle->error;
}
