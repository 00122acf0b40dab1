// PROPERTY: assertions
// VERDICT: holds
//
// Initialisers with addresses: of elements, of members, of functions, of strings.
#include <assert.h>
#include <string.h>

static int numbers[4] = {1, 2, [3] = 4};
static int *third = &numbers[2];
static struct {
  const char *name;
  int *at;
  int (*length)(const char *);
} entry;

static int lengthOf(const char *text) {
  return (int)strlen(text);
}

static __typeof__(entry) *const pointer = &entry;

int main(void) {
  assert(third[0] == 0 && third[1] == 4 && third[-1] == 2);
  pointer->name = "four" + 1;
  pointer->at = third + 1;
  pointer->length = lengthOf;
  assert(entry.length(entry.name) == 3 && *entry.at == 4);
  return 0;
}
