// Sorting and searching with the program's own order.
#include "library.h"

typedef int (*__raceward_order)(const void *a, const void *b);

/// Sorts pointers and leaves the elements in place: the program's function must only get elements
/// of the array. Merging is stable and makes no comparison twice, so that n symbolic elements have
/// at most n! runs.
static void __raceward_sort(const unsigned char **elements, size_t count,
                            const unsigned char **spare, __raceward_order order) {
  if (count < 2)
    return;
  const size_t half = count / 2;
  __raceward_sort(elements, half, spare, order);
  __raceward_sort(elements + half, count - half, spare, order);
  size_t left = 0;
  size_t right = half;
  size_t next = 0;
  while (left < half && right < count) {
    if (order(elements[left], elements[right]) > 0)
      spare[next++] = elements[right++];
    else
      spare[next++] = elements[left++];
  }
  // The rest of the second half is in its place.
  while (left < half)
    spare[next++] = elements[left++];
  for (size_t i = 0; i < next; ++i)
    elements[i] = spare[i];
}

/// Its temporary memory never fails: there is no run in which malloc fails here.
void qsort(void *array, size_t count, size_t size, __raceward_order order) {
  if (count < 2 || size == 0)
    return;
  const unsigned char *elements[count];
  const unsigned char *spare[count];
  for (size_t i = 0; i < count; ++i)
    elements[i] = (unsigned char *)array + i * size;
  __raceward_sort(elements, count, spare, order);
  unsigned char sorted[count * size];
  for (size_t i = 0; i < count; ++i)
    memcpy(sorted + i * size, elements[i], size);
  memcpy(array, sorted, count * size);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              __raceward_order order) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const unsigned char *element = (const unsigned char *)array + middle * size;
    const int result = order(key, element);
    if (result == 0)
      return (void *)element;
    if (result < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}
