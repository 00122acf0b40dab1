// A definition in the old style says the types of its parameters elsewhere.
// VERDICT: race
// OPTIONS: --entry add
static int total;

void add(n, name)
int n;
char *name;
{
  if (n > 5 && name[0])
    total += n;
}
