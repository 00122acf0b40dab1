// Handlers need not be external.
// VERDICT: race
// OPTIONS: --entry on_read,on_write
static int pending;

static void on_read(int bytes) {
  pending -= bytes;
}

static void on_write(int bytes) {
  pending += bytes;
}

void (*const handlers[])(int) = {on_read, on_write};
