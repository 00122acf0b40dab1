// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The function lies in a constant struct that is given.
struct operations {
  const char *name;
  void (*open)(void);
  void (*close)(void);
};

int lib_register(const struct operations *operations);

static int users;

static void opened(void) {
  users++;
}

static void closed(void) {
  users--;
}

static const struct operations operations = {"example", opened, closed};

int main(void) {
  return lib_register(&operations);
}
