/* The sites of all linked objects: their numbers, marks and table. */
#include "inside.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { kMostModules = 65536 };
static struct {
  const struct rw_site *begin;
  const struct rw_site *end;
} modules[kMostModules];
static unsigned module_count;
static uint32_t site_count;
int rw_is_running;

void __raceward_register(struct rw_site *begin, struct rw_site *end) {
  /* A library that is loaded during the run is too late for the table: its sites stay 0. */
  if (rw_is_running || module_count == kMostModules)
    return;
  modules[module_count].begin = begin;
  modules[module_count].end = end;
  ++module_count;
  for (struct rw_site *site = begin; site != end; ++site)
    site->id = ++site_count;
}

uint32_t rw_mark(const struct rw_site *site) {
  const uint32_t id = site ? site->id : 0;
  if (!id || id > rw_control->marks_bytes)
    return 0;
  return ((const uint8_t *)rw_control)[rw_control->marks_at + id - 1];
}

/* Tabs and line ends would break the table: C names and most file names have none. */
static void put_field(FILE *file, const char *text, char end) {
  for (; text && *text; ++text)
    fputc(*text == '\t' || *text == '\n' ? ' ' : *text, file);
  fputc(end, file);
}

void rw_write_sites(const char *path) {
  FILE *file = fopen(path, "we");
  if (!file)
    return;
  for (unsigned m = 0; m < module_count; ++m)
    for (const struct rw_site *site = modules[m].begin; site != modules[m].end; ++site) {
      fprintf(file, "%u\t%u\t%u\t", site->line, site->column, site->index);
      put_field(file, site->file, '\t');
      put_field(file, site->function, '\t');
      put_field(file, site->object, '\t');
      put_field(file, site->callee, '\t');
      fprintf(file, "%u\n", m);
    }
  fclose(file);
}
