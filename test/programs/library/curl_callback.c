// VERDICT: race
//
// The transfer calls the function that the program has registered, with its pointer.
#include <pthread.h>
#include <stddef.h>

typedef void CURL;
CURL *curl_easy_init(void);
int curl_easy_setopt(CURL *handle, int option, ...);
int curl_easy_perform(CURL *handle);
void curl_easy_cleanup(CURL *handle);
enum { kWriteData = 10001, kUrl = 10002, kWriteFunction = 20011 };

static size_t received;

static size_t count(char *from, size_t size, size_t items, void *to) {
  *(size_t *)to += size * items;
  return size * items;
}

static void *worker(void *url) {
  CURL *handle = curl_easy_init();
  if (handle == NULL)
    return NULL;
  curl_easy_setopt(handle, kUrl, url);
  curl_easy_setopt(handle, kWriteFunction, count);
  curl_easy_setopt(handle, kWriteData, &received);
  curl_easy_perform(handle);
  curl_easy_cleanup(handle);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "http://one");
  worker("http://two");
  pthread_join(t, NULL);
  return 0;
}
