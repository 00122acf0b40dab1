// Mounted file systems, quotas and swap space.
#include "system.h"

#include <fstab.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/quota.h>
#include <sys/swap.h>

static void readsText(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

/// Options of a file system are a text as a rule; some take a struct.
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data) {
  readsText(source);
  readsText(type);
  if (data != NULL)
    raceward_reads_all(data);
  return model_status_of_path(target);
}

int umount(const char *target) {
  return model_status_of_path(target);
}

int umount2(const char *target, int flags) {
  return model_status_of_path(target);
}

int fsopen(const char *type, unsigned flags) {
  return model_reads_path(type) != 0 ? -1 : model_descriptor();
}

int fsmount(int descriptor, unsigned flags, unsigned attributes) {
  return model_descriptor();
}

int fspick(int folder, const char *path, unsigned flags) {
  return model_reads_path(path) != 0 ? -1 : model_descriptor();
}

int open_tree(int folder, const char *path, unsigned flags) {
  return model_reads_path(path) != 0 ? -1 : model_descriptor();
}

int move_mount(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags) {
  return model_status_of_paths(from, to);
}

int mount_setattr(int folder, const char *path, unsigned flags, struct mount_attr *attributes,
                  size_t bytes) {
  raceward_reads_text(path);
  raceward_reads(attributes, bytes);
  return model_status();
}

int fsconfig(int descriptor, unsigned command, const char *key, const void *value, int number) {
  readsText(key);
  switch (command) {
  case FSCONFIG_SET_STRING:
  case FSCONFIG_SET_PATH:
  case FSCONFIG_SET_PATH_EMPTY:
    raceward_reads_text(value);
    break;
  case FSCONFIG_SET_BINARY:
    raceward_reads(value, (size_t)number);
    break;
  default:
    break;
  }
  return model_status();
}

int swapon(const char *path, int flags) {
  return model_status_of_path(path);
}

int swapoff(const char *path) {
  return model_status_of_path(path);
}

int quotactl(int command, const char *device, int number, caddr_t data) {
  readsText(device);
  switch ((unsigned)command >> SUBCMDSHIFT) {
  case (unsigned)Q_GETQUOTA:
    raceward_writes(data, sizeof(struct dqblk));
    break;
  case (unsigned)Q_SETQUOTA:
    raceward_reads(data, sizeof(struct dqblk));
    break;
  case (unsigned)Q_GETINFO:
    raceward_writes(data, sizeof(struct dqinfo));
    break;
  case (unsigned)Q_SETINFO:
    raceward_reads(data, sizeof(struct dqinfo));
    break;
  case (unsigned)Q_GETFMT:
    raceward_writes(data, sizeof(uint32_t));
    break;
  case (unsigned)Q_QUOTAON:
    readsText(data);
    break;
  case (unsigned)Q_QUOTAOFF:
  case (unsigned)Q_SYNC:
    break;
  default:
    raceward_not_executed("what this command of quotactl() does is not modelled");
    model_reaches(data);
  }
  return model_status();
}

// -- tables of file systems ----------------------------------------------------------------

enum { kTexts = 5, kText = 256 };

static struct {
  struct fstab entry;
  char text[kTexts][kText];
} state_of_getfsent;

static struct fstab *anyFileSystem(void) {
  struct fstab *const entry = &state_of_getfsent.entry;
  raceward_writes(&state_of_getfsent, sizeof state_of_getfsent);
  for (int i = 0; i < kTexts; ++i)
    state_of_getfsent.text[i][kText - 1] = 0;
  entry->fs_spec = state_of_getfsent.text[0];
  entry->fs_file = state_of_getfsent.text[1];
  entry->fs_vfstype = state_of_getfsent.text[2];
  entry->fs_mntops = state_of_getfsent.text[3];
  entry->fs_type = state_of_getfsent.text[4];
  return raceward_any_bool() ? entry : NULL;
}

struct fstab *getfsent(void) {
  return anyFileSystem();
}

struct fstab *getfsspec(const char *name) {
  raceward_reads_text(name);
  return anyFileSystem();
}

struct fstab *getfsfile(const char *name) {
  raceward_reads_text(name);
  return anyFileSystem();
}

int setfsent(void) {
  raceward_writes(&state_of_getfsent, sizeof state_of_getfsent);
  return raceward_any_bool();
}

void endfsent(void) {
  raceward_writes(&state_of_getfsent, sizeof state_of_getfsent);
}

// The stream is one of <stdio.h>.

FILE *setmntent(const char *path, const char *mode) {
  return fopen(path, mode);
}

int endmntent(FILE *stream) {
  if (stream != NULL)
    fclose(stream);
  return 1;
}

static struct {
  struct mntent entry;
  char text[4 * kText];
} state_of_getmntent;

static struct mntent *anyMount(struct mntent *to, char *buffer, size_t bytes) {
  const size_t part = bytes / 4;
  raceward_writes(to, sizeof *to);
  raceward_writes(buffer, bytes);
  if (part == 0)
    return NULL;
  for (size_t i = 1; i <= 4; ++i)
    buffer[i * part - 1] = 0;
  to->mnt_fsname = buffer;
  to->mnt_dir = buffer + part;
  to->mnt_type = buffer + 2 * part;
  to->mnt_opts = buffer + 3 * part;
  return raceward_any_bool() ? to : NULL;
}

struct mntent *getmntent(FILE *stream) {
  return anyMount(&state_of_getmntent.entry, state_of_getmntent.text, 4 * kText);
}

struct mntent *getmntent_r(FILE *restrict stream, struct mntent *restrict to, char *restrict buffer,
                           int bytes) {
  return anyMount(to, buffer, (size_t)bytes);
}

/// Returns 1 if it fails.
int addmntent(FILE *restrict stream, const struct mntent *restrict entry) {
  raceward_reads(entry, sizeof *entry);
  raceward_reads_text(entry->mnt_fsname);
  raceward_reads_text(entry->mnt_dir);
  raceward_reads_text(entry->mnt_type);
  raceward_reads_text(entry->mnt_opts);
  return raceward_any_bool();
}

char *hasmntopt(const struct mntent *entry, const char *option) {
  raceward_reads_text(option);
  const size_t length = raceward_reads_text(entry->mnt_opts);
  return raceward_guess_bool() ? entry->mnt_opts + model_guess_up_to(length) : NULL;
}
