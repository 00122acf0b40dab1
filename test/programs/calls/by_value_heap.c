// VERDICT: race
//
// Elements of a list on the heap are passed by value, by a function that calls itself.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  char name[24];
};
static struct node *head;

static int depth(struct node n) { return n.next == NULL ? 1 : 1 + depth(*n.next); } // ACCESS: read 'n.next' @44, read 'n.next' @76, read '*n.next' @67

static void *worker(void *unused) {
  for (int i = 0; i < 3; i++)
    if (depth(*head) != 2) // ACCESS: read 'head' @16, read '*head' @9
      abort();
  return unused;
}

int main(void) {
  pthread_t t;
  struct node *second = calloc(1, sizeof *second);
  head = calloc(1, sizeof *head); // ACCESS: write 'head' @8
  if (head == NULL || second == NULL) // ACCESS: read 'head' @7
    return 1;
  head->next = second; // ACCESS: read 'head' @3, write 'head->next' @14
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  second->name[23] = 'x'; // ACCESS: write 'second->name[23]' @20
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
