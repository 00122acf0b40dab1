// VERDICT: race-free
//
// Its text has one size, however often it is asked for.
#include <pthread.h>
#include <stddef.h>

typedef struct ssl_session_st SSL_SESSION;
SSL_SESSION *d2i_SSL_SESSION(SSL_SESSION **to, const unsigned char **from, long bytes);
int i2d_SSL_SESSION(const SSL_SESSION *session, unsigned char **to);
long SSL_SESSION_get_time(const SSL_SESSION *session);
long SSL_SESSION_set_time(SSL_SESSION *session, long seconds);
void SSL_SESSION_free(SSL_SESSION *session);

static SSL_SESSION *session;

static void *worker(void *unused) {
  unsigned char to[10000], *at = to;
  if (i2d_SSL_SESSION(session, NULL) <= (int)sizeof to)
    i2d_SSL_SESSION(session, &at);
  return unused;
}

int main(void) {
  static const unsigned char text[10];
  const unsigned char *from = text;
  pthread_t t;
  session = d2i_SSL_SESSION(NULL, &from, sizeof text);
  if (session == NULL)
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  long begin = SSL_SESSION_get_time(session);
  pthread_join(t, NULL);
  SSL_SESSION_free(session);
  return begin == 1;
}
