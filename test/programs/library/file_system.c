// VERDICT: race
//
// FUSE calls the operations from several threads.
#include <stddef.h>
#include <sys/stat.h>

struct file;
struct operations { // the first ones of version 2; the rest is null
  int (*getattr)(const char *path, struct stat *to);
  void *others[44];
};
int fuse_main_real(int count, char **arguments, const struct operations *table, size_t bytes,
                   void *data);

static int calls;

static int getattr(const char *path, struct stat *to) {
  to->st_mode = S_IFDIR;
  ++calls;
  return 0;
}

int main(int argc, char **argv) {
  static const struct operations table = {.getattr = getattr};
  return fuse_main_real(argc, argv, &table, sizeof table, NULL);
}
