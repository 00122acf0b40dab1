// VERDICT: no-race-for-this-input
//
// Each thread of a vector writes an element of its own.
#include <cstddef>
#include <thread>
#include <vector>

int main() {
  std::vector<int> results(2);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&results, i] { results[i] = static_cast<int>(i) + 1; });
  for (std::thread &thread : threads)
    thread.join();
  return results[0] + results[1] == 3 ? 0 : 1;
}
