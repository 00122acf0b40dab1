// DATA-MODEL: ilp32
// Every member is where the program looks for it.
// VERDICT: race
// OPTIONS: --entry look
#include <stddef.h>

struct inner {
  short first;
  long value;
};

struct packed {
  char tag;
  int number;
} __attribute__((packed));

struct outer {
  unsigned ready : 1;
  unsigned kind : 5;
  char letter;
  struct packed packed;
  union {
    long number;
    struct inner *inner;
  } either;
  struct inner table[3];
  enum { LOW, HIGH } level;
  _Bool on;
  double *ratio;
  struct inner *rows[2];
  char tail[];
};

static int found;

void look(struct outer *o, unsigned char small, long long wide) {
  if (o->ready && o->kind == 9 && o->letter == 'x' && o->packed.number == 1234567 &&
      o->either.inner->value == 77 && o->table[2].value == 5 && o->level == HIGH && o->on &&
      o->rows[1]->first == -3 && small == 200 && wide == -5)
    found++;
}
