#include "Support.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace {
std::size_t pageBytes() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}
} // namespace

AtTheEdge::AtTheEdge(std::string_view bytes)
    : pages_(static_cast<char *>(::mmap(nullptr, 2 * pageBytes(), PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
  if (pages_ == MAP_FAILED || bytes.size() > pageBytes() ||
      ::mprotect(pages_ + pageBytes(), pageBytes(), PROT_NONE) != 0)
    std::abort();
  data_ = pages_ + pageBytes() - bytes.size();
  std::memcpy(data_, bytes.data(), bytes.size());
}

AtTheEdge::~AtTheEdge() {
  ::munmap(pages_, 2 * pageBytes());
}
