// VERDICT: race
// OPTIONS: --time-limit 30
//
// A table of connections with reference counts: the table holds one reference, whoever looks a
// connection up gets another. Who gives back the last one frees it.
//
// Broken: A reference is given back without the lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct connection {
  struct connection *next;
  int id;
  int references; // guarded by the lock of the table
  pthread_mutex_t lock;
  long received; // guarded by the lock of the connection
  char *buffer;
};

struct table {
  pthread_mutex_t lock;
  struct connection *first;
  int open;
};

static struct table *table_create(void) {
  struct table *table = malloc(sizeof *table);
  if (table == NULL)
    return NULL;
  table->first = NULL; // ACCESS: write 'table->first' @16
  table->open = 0; // ACCESS: write 'table->open' @15
  pthread_mutex_init(&table->lock, NULL);
  return table;
}

static int connection_open(struct table *table, int id) {
  struct connection *c = malloc(sizeof *c);
  if (c == NULL)
    return -1;
  c->buffer = malloc(64); // ACCESS: write 'c->buffer' @13
  if (c->buffer == NULL) { // ACCESS: read 'c->buffer' @10
    free(c); // ACCESS: write '*c' @5 by free
    return -1;
  }
  c->id = id; // ACCESS: write 'c->id' @9
  c->references = 1; // ACCESS: write 'c->references' @17
  c->received = 0; // ACCESS: write 'c->received' @15
  c->buffer[0] = '\0'; // ACCESS: read 'c->buffer' @6, write 'c->buffer[0]' @16
  pthread_mutex_init(&c->lock, NULL);
  pthread_mutex_lock(&table->lock);
  c->next = table->first; // ACCESS: write 'c->next' @11, read 'table->first' @20
  table->first = c; // ACCESS: write 'table->first' @16
  table->open++; // ACCESS: read 'table->open' @14, write 'table->open' @14
  pthread_mutex_unlock(&table->lock);
  return 0;
}

static struct connection *connection_get(struct table *table, int id) {
  pthread_mutex_lock(&table->lock);
  struct connection *c = table->first; // ACCESS: read 'table->first' @33
  while (c != NULL && c->id != id) // ACCESS: read 'c->id' @26
    c = c->next; // ACCESS: read 'c->next' @12
  if (c != NULL)
    c->references++; // ACCESS: read 'c->references' @18, write 'c->references' @18
  pthread_mutex_unlock(&table->lock);
  return c;
}

static void connection_put(struct table *table, struct connection *c) {
  (void)table;
  if (--c->references > 0) // ACCESS: read 'c->references' @7, write 'c->references' @7
    return;
  pthread_mutex_destroy(&c->lock);
  free(c->buffer); // ACCESS: write '*c->buffer' @3 by free, read 'c->buffer' @11
  free(c); // ACCESS: write '*c' @3 by free
}

static void connection_close(struct table *table, int id) {
  pthread_mutex_lock(&table->lock);
  struct connection **link = &table->first;
  while (*link != NULL && (*link)->id != id) // ACCESS: read '*link' @10, read '*link' @28, read '(*link)->id' @36
    link = &(*link)->next; // ACCESS: read '*link' @14
  struct connection *c = *link; // ACCESS: read '*link' @26
  if (c != NULL) {
    *link = c->next; // ACCESS: write '*link' @11, read 'c->next' @16
    table->open--; // ACCESS: read 'table->open' @16, write 'table->open' @16
  }
  pthread_mutex_unlock(&table->lock);
  if (c != NULL)
    connection_put(table, c);
}

static void connection_receive(struct connection *c, char byte) {
  pthread_mutex_lock(&c->lock);
  c->buffer[c->received % 64] = byte; // ACCESS: read 'c->buffer' @6, read 'c->received' @16, write 'c->buffer[c->received % 64]' @31
  c->received++; // ACCESS: read 'c->received' @14, write 'c->received' @14
  pthread_mutex_unlock(&c->lock);
}

static void table_destroy(struct table *table) {
  while (table->first != NULL) // ACCESS: read 'table->first' @17
    connection_close(table, table->first->id); // ACCESS: read 'table->first' @36, read 'table->first->id' @43
  pthread_mutex_destroy(&table->lock);
  free(table); // ACCESS: write '*table' @3 by free
}

struct client {
  pthread_t thread;
  struct table *table;
  int number;
  int rounds;
};

static void *talk(void *argument) {
  struct client *client = argument;
  for (int i = 0; i < client->rounds; i++) { // ACCESS: read 'client->rounds' @31
    int id = (client->number + i) % 4; // ACCESS: read 'client->number' @23
    struct connection *c = connection_get(client->table, id); // ACCESS: read 'client->table' @51
    if (c == NULL) {
      if (connection_open(client->table, id) != 0) // ACCESS: read 'client->table' @35
        break;
      continue;
    }
    connection_receive(c, (char)i);
    if (i % 5 == 4)
      connection_close(client->table, id); // ACCESS: read 'client->table' @32
    connection_put(client->table, c); // ACCESS: read 'client->table' @28
  }
  return NULL;
}

int main(int argc, char **argv) {
  int clients = argc > 1 ? atoi(argv[1]) : 3; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int started = 0;
  if (clients < 1)
    return 1;
  struct table *table = table_create();
  struct client *all = calloc((size_t)clients, sizeof *all);
  if (table == NULL || all == NULL)
    return 1;
  for (; started < clients; started++) {
    all[started].table = table; // ACCESS: write 'all[started].table' @24
    all[started].number = started; // ACCESS: write 'all[started].number' @25
    all[started].rounds = 10 * argc; // ACCESS: write 'all[started].rounds' @25
    if (pthread_create(&all[started].thread, NULL, talk, &all[started]) != 0) // ACCESS: write 'all[started].thread' @9 by pthread_create
      break;
  }
  for (int i = 0; i < started; i++)
    pthread_join(all[i].thread, NULL); // ACCESS: read 'all[i].thread' @25
  printf("%d open\n", table->open); // ACCESS: read 'table->open' @30
  table_destroy(table);
  free(all); // ACCESS: write '*all' @3 by free
  return 0;
}
