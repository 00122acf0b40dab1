// libcurl (<curl/curl.h>): transfers with one handle each.
//
// A handle belongs to one thread at a time. Texts are copied when they are set, but for the data of
// a request and for lists, which are read by the transfer. The functions that the program
// registered are called by the transfer. What handles share is changed between the program's own
// functions for locking, if it has given some.
#include "object.h"

typedef struct curl_slist {
  char *data;
  struct curl_slist *next;
} List;

typedef size_t Transfer(char *, size_t, size_t, void *);

typedef struct {
  char changed;
  void (*lock)(void *, int, int, void *);
  void (*unlock)(void *, int, void *);
  void *user;
} Share;

typedef struct {
  char changed;
  Transfer *write;
  Transfer *read;
  Transfer *header;
  int (*progress)(void *, double, double, double, double);
  int (*transferred)(void *, long, long, long, long);
  int (*debug)(void *, int, char *, size_t, void *);
  int (*socketOption)(void *, int, int);
  int (*other)(void *, void *, void *); ///< of another kind
  void *otherData;
  void *writeData;
  void *readData;
  void *headerData;
  void *progressData;
  void *debugData;
  void *socketData;
  void *own;
  char *error;
  const char *post;
  List *lists;
  Share *share;
} Handle;

enum { kLastCode = 99 };
static unsigned anyCode(void) {
  return (unsigned)model_number(0, kLastCode);
}

unsigned curl_global_init(long flags) {
  return anyCode();
}
void curl_global_cleanup(void) {}
char *curl_version(void) {
  return model_text();
}

Handle *curl_easy_init(void) {
  return raceward_any_failure() ? NULL : model_object(sizeof(Handle));
}
void curl_easy_cleanup(Handle *handle) {
  free(handle);
}
void curl_easy_reset(Handle *handle) {
  Share *share = handle->share;
  memset(handle, 0, sizeof *handle);
  handle->share = share;
}
Handle *curl_easy_duphandle(Handle *from) {
  Handle *handle = model_object(sizeof *handle);
  *handle = *from;
  return handle;
}

/// The number of an option says what kind of value follows: a long, a pointer to data, a pointer to
/// a function, or a wide number.
enum { kData = 10000, kFunctions = 20000, kWide = 30000, kBlobs = 40000 };

static int isNumber(unsigned option) {
  return (option < kData) | ((option >= kWide) & (option < kBlobs));
}

unsigned raceward_fixed_curl_easy_setopt(Handle *handle, unsigned option, void *value) {
  model_changes(handle);
  if (!isNumber(option)) {
    switch (option) {
    case kData + 1:
      handle->writeData = value;
      break;
    case kData + 9:
      handle->readData = value;
      break;
    case kData + 10:
      handle->error = value;
      break;
    case kData + 15:
      handle->post = value;
      break;
    case kData + 23: // header fields
    case kData + 28: // commands
    case kData + 39:
    case kData + 70:
    case kData + 93:
    case kData + 187:
    case kData + 203:
    case kData + 228:
    case kData + 243:
      handle->lists = value;
      break;
    case kData + 29:
      handle->headerData = value;
      break;
    case kData + 57:
      handle->progressData = value;
      break;
    case kData + 95:
      handle->debugData = value;
      break;
    case kData + 100:
      handle->share = value;
      break;
    case kData + 103:
      handle->own = value;
      break;
    case kData + 149:
      handle->socketData = value;
      break;
    case kFunctions + 11:
      handle->write = (Transfer *)value;
      break;
    case kFunctions + 12:
      handle->read = (Transfer *)value;
      break;
    case kFunctions + 79:
      handle->header = (Transfer *)value;
      break;
    case kFunctions + 56:
      handle->progress = (int (*)(void *, double, double, double, double))value;
      break;
    case kFunctions + 219:
      handle->transferred = (int (*)(void *, long, long, long, long))value;
      break;
    case kFunctions + 94:
      handle->debug = (int (*)(void *, int, char *, size_t, void *))value;
      break;
    case kFunctions + 148:
      handle->socketOption = (int (*)(void *, int, int))value;
      break;
    case kData + 109: // for the functions below
    case kData + 131:
    case kData + 164:
    case kData + 168:
    case kData + 185:
    case kData + 195:
    case kData + 201:
    case kData + 202:
    case kData + 209:
    case kData + 273:
    case kData + 284:
    case kData + 302:
    case kData + 304:
    case kData + 313:
      handle->otherData = value;
      break;
    default:
      if (option >= kFunctions)
        handle->other = (int (*)(void *, void *, void *))value;
      else
        model_reads_text_if_given(value);
    }
  }
  return anyCode();
}
unsigned curl_easy_setopt(Handle *handle, unsigned option, ...) {
  void *value = NULL;
  if (!isNumber(option)) {
    va_list values;
    va_start(values, option);
    value = va_arg(values, void *);
    va_end(values);
  }
  return raceward_fixed_curl_easy_setopt(handle, option, value);
}

static void exchange(Transfer *function, void *data) {
  if (function == NULL)
    return;
  enum { kBlock = 64 };
  char *block = raceward_new(kBlock);
  MODEL_CALL(function, block, 1, (size_t)model_number(0, kBlock), data);
  free(block);
}

/// Data that came, without a function for them, go to the stream that is given instead.
unsigned curl_easy_perform(Handle *handle) {
  model_changes(handle);
  if (handle->share != NULL) {
    Share *share = handle->share;
    while (raceward_any_bool()) {
      const int data = model_number(1, 7);
      MODEL_CALL(share->lock, handle, data, model_number(1, 2), share->user);
      model_changes(share);
      MODEL_CALL(share->unlock, handle, data, share->user);
    }
  }
  model_reads_text_if_given(handle->post);
  for (const List *item = handle->lists; item != NULL; item = item->next)
    raceward_reads_text(item->data);
  while (raceward_any_bool()) {
    exchange(handle->header, handle->headerData);
    exchange(handle->write, handle->writeData);
    exchange(handle->read, handle->readData);
    MODEL_CALL(handle->progress, handle->progressData, 0, 0, 0, 0);
    MODEL_CALL(handle->transferred, handle->progressData, raceward_any_long(), raceward_any_long(),
               raceward_any_long(), raceward_any_long());
    MODEL_CALL(handle->debug, handle, model_number(0, 6), model_text(), (size_t)model_number(0, 15),
               handle->debugData);
    MODEL_CALL(handle->other, handle->otherData, handle->otherData, handle->otherData);
    MODEL_CALL(handle->socketOption, handle->socketData, raceward_any_int(), 0);
  }
  if (handle->error != NULL)
    model_writes_text(handle->error, 256);
  return anyCode();
}

/// The number says what is wanted: a text, a long, a double, a list, a socket or a wide number.
unsigned raceward_fixed_curl_easy_getinfo(Handle *handle, unsigned what, void *to) {
  enum { kKinds = 0xf00000, kText = 0x100000, kLong = 0x200000, kDouble = 0x300000 };
  enum { kList = 0x400000, kSocket = 0x500000, kWide = 0x600000, kOwn = kText + 21 };
  model_looks_at(handle);
  if (what == kOwn)
    *(void **)to = handle->own;
  else if ((what & kKinds) == kText)
    *(char **)to = raceward_any_bool() ? model_text() : NULL;
  else if ((what & kKinds) == kLong)
    *(long *)to = raceward_any_long();
  else if ((what & kKinds) == kDouble)
    raceward_writes(to, sizeof(double));
  else if ((what & kKinds) == kSocket)
    *(int *)to = raceward_any_int();
  else if ((what & kKinds) == kWide)
    *(long long *)to = raceward_any_longlong();
  else if (kList == (what & kKinds))
    *(List **)to = NULL;
  return anyCode();
}
unsigned curl_easy_getinfo(Handle *handle, unsigned what, ...) {
  va_list values;
  va_start(values, what);
  void *to = va_arg(values, void *);
  va_end(values);
  return raceward_fixed_curl_easy_getinfo(handle, what, to);
}

char *curl_easy_escape(Handle *handle, const char *text, int length) {
  if (length == 0)
    raceward_reads_text(text);
  else
    raceward_reads(text, (size_t)length);
  return raceward_any_failure() ? NULL : model_text();
}
char *curl_easy_unescape(Handle *handle, const char *text, int length, int *made) {
  if (made != NULL)
    *made = model_number(0, 15);
  return curl_easy_escape(handle, text, length);
}
char *curl_escape(const char *text, int length) {
  return curl_easy_escape(NULL, text, length);
}
void curl_free(void *memory) {
  free(memory);
}
const char *curl_easy_strerror(unsigned code) {
  return model_text();
}

List *curl_slist_append(List *list, const char *text) {
  raceward_reads_text(text);
  List *item = model_object(sizeof *item);
  item->data = strdup(text);
  if (list == NULL)
    return item;
  List *last = list;
  while (last->next != NULL)
    last = last->next;
  last->next = item;
  return list;
}
void curl_slist_free_all(List *list) {
  while (list != NULL) {
    List *next = list->next;
    free(list->data);
    free(list);
    list = next;
  }
}

Share *curl_share_init(void) {
  return model_object(sizeof(Share));
}
unsigned curl_share_setopt(Share *share, unsigned option, ...) {
  enum { kLock = 3, kUnlock = 4, kUser = 5 };
  va_list values;
  va_start(values, option);
  model_changes(share);
  if (option == kLock)
    share->lock = va_arg(values, void (*)(void *, int, int, void *));
  else if (option == kUnlock)
    share->unlock = va_arg(values, void (*)(void *, int, void *));
  else if (option == kUser)
    share->user = va_arg(values, void *);
  va_end(values);
  return (unsigned)model_number(0, 5);
}
unsigned curl_share_cleanup(Share *share) {
  free(share);
  return (unsigned)model_number(0, 5);
}
const char *curl_share_strerror(unsigned code) {
  return model_text();
}
