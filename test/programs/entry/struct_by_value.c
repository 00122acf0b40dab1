// Structures by value, in registers and in memory.
// VERDICT: race
// OPTIONS: --entry move
struct point {
  float x;
  short kind;
  double y;
};

struct area {
  struct point from;
  struct point to;
  int colour;
};

static int moves;

void move(struct point by, struct area area) {
  if (area.colour == 7 && by.kind == 2)
    moves++;
}
