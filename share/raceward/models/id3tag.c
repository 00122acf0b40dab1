// libid3tag (<id3tag.h>): what files of music say about themselves. All of it belongs to the thread
// that has opened the file. Programs walk frames and their fields.
#include "object.h"

typedef unsigned long Character;
typedef union {
  int type;
  char rest[24];
} Field;
typedef struct { // as programs look at it
  char id[5];
  const char *description;
  unsigned references;
  int flags;
  int group;
  int encryption;
  unsigned char *encoded;
  unsigned long encodedLength;
  unsigned long decodedLength;
  unsigned fieldCount;
  Field *fields;
} Frame;
typedef struct {
  unsigned references;
  unsigned version;
  int flags;
  int moreFlags;
  int restrictions;
  int options;
  unsigned frameCount;
  Frame **frames;
  unsigned long paddedSize;
} Tag;
typedef struct {
  char changed;
  Tag tag;
} File;

File *id3_file_open(const char *name, int mode) {
  enum { kFields = 4 };
  raceward_reads_text(name);
  if (raceward_any_failure())
    return NULL;
  File *file = model_object(sizeof *file);
  Frame *frame = model_object(sizeof *frame);
  raceward_any_bytes(frame->id, sizeof frame->id - 1);
  frame->description = model_text();
  frame->fieldCount = (unsigned)model_number(0, kFields);
  frame->fields = raceward_new(kFields * sizeof *frame->fields);
  file->tag.frameCount = raceward_any_bool();
  file->tag.frames = raceward_new(sizeof *file->tag.frames);
  file->tag.frames[0] = frame; // it stands for all of them
  return file;
}
int id3_file_close(File *file) {
  free(file);
  return model_number(-1, 0);
}
Tag *id3_file_tag(const File *file) {
  model_looks_at(file);
  return (Tag *)(uintptr_t)&file->tag;
}
Frame *id3_tag_findframe(const Tag *tag, const char *id, unsigned index) {
  raceward_reads(tag, sizeof *tag);
  raceward_reads_text(id);
  return raceward_any_failure() ? NULL : tag->frames[0];
}

static const Character *newText(void) {
  enum { kRoom = 8 };
  Character *text = raceward_new(kRoom * sizeof *text);
  text[kRoom - 1] = 0;
  return text;
}
static const Character *textOf(const Field *field) {
  raceward_reads(field, sizeof *field);
  return raceward_any_failure() ? NULL : newText();
}
unsigned id3_field_getnstrings(const Field *field) {
  raceward_reads(field, sizeof *field);
  return raceward_any_uint();
}
const Character *id3_field_getstrings(const Field *field, unsigned index) {
  return textOf(field);
}
const Character *id3_field_getstring(const Field *field) {
  return textOf(field);
}
const Character *id3_field_getfullstring(const Field *field) {
  return textOf(field);
}
unsigned char *id3_ucs4_utf8duplicate(const Character *text) {
  while (*text != 0)
    ++text;
  return (unsigned char *)model_text();
}
