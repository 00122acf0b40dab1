// VERDICT: race-free
//
// A struct that only has a typedef's name, and an array of them inside of another one.
#include <pthread.h>

typedef struct {
  float x, y;
} Point;

typedef struct {
  int used;
  Point corner[2];
} Box;

static Box box;
static Point origin = {1, 2};

static void *move(void *arg) {
  Point *p = arg;
  p->x += origin.x; // ACCESS: read 'p->x' @8, write 'p->x' @8, read 'origin.x' @18
  p->y += origin.y; // ACCESS: read 'p->y' @8, write 'p->y' @8, read 'origin.y' @18
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, move, &box.corner[1]); // ACCESS: write 't' @3 by pthread_create
  box.corner[0].y = 4; // ACCESS: write 'box.corner[0].y' @19
  box.used = 2; // ACCESS: write 'box.used' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)box.corner[1].x; // ACCESS: read 'box.corner[1].x' @29
}
