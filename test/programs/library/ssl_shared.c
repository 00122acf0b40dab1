// VERDICT: race-free
//
// The twin of ssl_set_up.c: the context is set up before the threads make connections with it.
#include <pthread.h>
#include <stddef.h>

typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
typedef struct ssl_method_st SSL_METHOD;
const SSL_METHOD *TLS_client_method(void);
SSL_CTX *SSL_CTX_new(const SSL_METHOD *method);
SSL *SSL_new(SSL_CTX *context);
void SSL_free(SSL *connection);
int SSL_CTX_set_cipher_list(SSL_CTX *context, const char *list);

static void *worker(void *context) {
  SSL *connection = SSL_new(context);
  SSL_free(connection);
  return NULL;
}

int main(void) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL)
    return 1;
  SSL_CTX_set_cipher_list(context, "HIGH");
  pthread_t t;
  pthread_create(&t, NULL, worker, context);
  worker(context);
  pthread_join(t, NULL);
  return 0;
}
