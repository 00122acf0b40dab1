// VERDICT: race
// OPTIONS: --time-limit 30
//
// A logger: threads add lines to a list, a thread in the background writes them. It takes the whole
// list at a time and writes without the lock. Stopping writes what is left.
//
// Broken: The level is looked at before the lock is taken.
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct line {
  struct line *next;
  int level;
  char text[120];
};

struct logger {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  struct line *first;
  struct line **end;
  int level;
  bool stopping;
  bool running;
  unsigned long written;
  unsigned long dropped;
  pthread_t thread;
  FILE *file;
};

static struct logger logger = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .wake = PTHREAD_COND_INITIALIZER,
    .level = 1,
};

static unsigned long write_lines(struct line *line) {
  unsigned long count = 0;
  while (line != NULL) {
    struct line *next = line->next; // ACCESS: read 'line->next' @31
    fprintf(logger.file, "[%d] %s\n", line->level, line->text); // ACCESS: read '*logger.file' @5 by fprintf, read 'line->text' @5 by fprintf, read 'logger.file' @20, read 'line->level' @45
    free(line); // ACCESS: write '*line' @5 by free
    line = next;
    count++;
  }
  return count;
}

static void *logger_thread(void *unused) {
  pthread_mutex_lock(&logger.lock);
  while (logger.first != NULL || !logger.stopping) { // ACCESS: read 'logger.first' @17, read 'logger.stopping' @42
    if (logger.first == NULL) { // ACCESS: read 'logger.first' @16
      pthread_cond_wait(&logger.wake, &logger.lock);
      continue;
    }
    struct line *lines = logger.first; // ACCESS: read 'logger.first' @33
    logger.first = NULL; // ACCESS: write 'logger.first' @18
    logger.end = &logger.first; // ACCESS: write 'logger.end' @16
    pthread_mutex_unlock(&logger.lock);
    unsigned long count = write_lines(lines);
    pthread_mutex_lock(&logger.lock);
    logger.written += count; // ACCESS: read 'logger.written' @20, write 'logger.written' @20
  }
  pthread_mutex_unlock(&logger.lock);
  return unused;
}

static int logger_start(FILE *file) {
  logger.file = file; // ACCESS: write 'logger.file' @15
  logger.end = &logger.first; // ACCESS: write 'logger.end' @14
  logger.stopping = false; // ACCESS: write 'logger.stopping' @19
  if (pthread_create(&logger.thread, NULL, logger_thread, NULL) != 0) // ACCESS: write 'logger.thread' @7 by pthread_create
    return -1;
  pthread_mutex_lock(&logger.lock);
  logger.running = true; // ACCESS: write 'logger.running' @18
  pthread_mutex_unlock(&logger.lock);
  return 0;
}

static void logger_stop(void) {
  pthread_mutex_lock(&logger.lock);
  logger.stopping = true; // ACCESS: write 'logger.stopping' @19
  logger.running = false; // ACCESS: write 'logger.running' @18
  pthread_cond_signal(&logger.wake);
  pthread_mutex_unlock(&logger.lock);
  pthread_join(logger.thread, NULL); // ACCESS: read 'logger.thread' @23
}

static void logger_set_level(int level) {
  pthread_mutex_lock(&logger.lock);
  logger.level = level; // ACCESS: write 'logger.level' @16
  pthread_mutex_unlock(&logger.lock);
}

static void logger_write(int level, const char *format, ...) {
  va_list arguments;
  if (level < logger.level) // ACCESS: read 'logger.level' @22
    return;
  struct line *line = malloc(sizeof *line);
  if (line == NULL) {
    pthread_mutex_lock(&logger.lock);
    logger.dropped++; // ACCESS: read 'logger.dropped' @19, write 'logger.dropped' @19
    pthread_mutex_unlock(&logger.lock);
    return;
  }
  va_start(arguments, format); // ACCESS: write 'arguments' @3
  vsnprintf(line->text, sizeof line->text, format, arguments); // ACCESS: read 'arguments' @3 by vsnprintf, write 'line->text' @3 by vsnprintf, read '*format' @3 by vsnprintf, read 'arguments' @3 by vsnprintf, write 'arguments' @3 by vsnprintf
  va_end(arguments); // ACCESS: write 'arguments' @3
  line->next = NULL; // ACCESS: write 'line->next' @14
  line->level = level; // ACCESS: write 'line->level' @15
  pthread_mutex_lock(&logger.lock);
  if (!logger.running) { // ACCESS: read 'logger.running' @15
    logger.dropped++; // ACCESS: read 'logger.dropped' @19, write 'logger.dropped' @19
    pthread_mutex_unlock(&logger.lock);
    free(line); // ACCESS: write '*line' @5 by free
    return;
  }
  *logger.end = line; // ACCESS: read 'logger.end' @11, write '*logger.end' @15
  logger.end = &line->next; // ACCESS: write 'logger.end' @14
  pthread_cond_signal(&logger.wake);
  pthread_mutex_unlock(&logger.lock);
}

struct client {
  pthread_t thread;
  int number;
  int lines;
};

static void *client_thread(void *argument) {
  struct client *client = argument;
  for (int i = 0; i < client->lines; i++) { // ACCESS: read 'client->lines' @31
    logger_write(i % 3, "client %d, line %d", client->number, i); // ACCESS: read 'client->number' @55
    if (i == 10)
      logger_set_level(0);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int clients = argc > 1 ? atoi(argv[1]) : 2; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int started = 0;
  if (clients < 1)
    return 1;
  struct client *all = calloc((size_t)clients, sizeof *all);
  if (all == NULL)
    return 1;
  if (logger_start(stdout) != 0) { // ACCESS: read 'stdout' @20
    free(all); // ACCESS: write '*all' @5 by free
    return 1;
  }
  for (; started < clients; started++) {
    all[started].number = started; // ACCESS: write 'all[started].number' @25
    all[started].lines = 4 * argc; // ACCESS: write 'all[started].lines' @24
    if (pthread_create(&all[started].thread, NULL, client_thread, &all[started]) != 0) // ACCESS: write 'all[started].thread' @9 by pthread_create
      break;
  }
  for (int i = 0; i < started; i++)
    pthread_join(all[i].thread, NULL); // ACCESS: read 'all[i].thread' @25
  logger_stop();
  fprintf(stderr, "%lu lines written, %lu dropped\n", logger.written, logger.dropped); // ACCESS: read 'stderr' @11, read 'logger.written' @62, read 'logger.dropped' @78
  free(all); // ACCESS: write '*all' @3 by free
  return 0;
}
