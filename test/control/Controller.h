// A small controller for tests: one program, one or more slots.
#pragma once

#include "raceward_control.h"

#include <cstdint>
#include <string>
#include <vector>

struct ControlledRun {
  rw_state state = RW_IDLE;
  int status = 0;
  int signal = 0;
  std::string words;
  std::vector<rw_event> events;
  std::vector<rw_context> contexts;
  std::vector<std::uint64_t> crashStack;
  unsigned threads = 0;
  std::uint64_t enabled = 0;
  std::uint64_t switches = 0;
  std::vector<rw_event> pending;
};

struct Wanted {
  std::vector<rw_forced> forced;
  rw_policy policy = RW_LOWEST;
  std::uint64_t seed = 1;
  unsigned switchPermille = 500;
  unsigned depth = 2;
  std::uint64_t length = 100;
  std::uint64_t mostEvents = 100000;
  std::uint64_t mostLogged = 100000;
  bool onlyMarked = false;
  bool logAllocations = false;
  std::vector<std::uint8_t> marks;
  std::vector<rw_change> changes;
  std::string input, output, directory;
  int pin = 1;
};

class Controller {
public:
  explicit Controller(std::vector<std::string> arguments, unsigned slots = 1);
  ~Controller();
  Controller(const Controller &) = delete;
  Controller &operator=(const Controller &) = delete;

  ControlledRun run(const Wanted &wanted);
  // The table of sites, as the server wrote it.
  [[nodiscard]] std::string sites() const;

  // In pieces, to keep several slots busy.
  void start(unsigned slot, const Wanted &wanted);
  rw_reply wait();
  ControlledRun result(const rw_reply &reply);

private:
  [[nodiscard]] rw_control *slot(unsigned n) const;

  char *memory_ = nullptr;
  int replies_ = -1;
  int server_ = -1;
  unsigned slots_;
  std::string sitesPath_;
};

// These threads, whatever they do.
std::vector<rw_forced> inOrder(const std::vector<std::uint8_t> &threads);
// The events of a run as a forced part.
std::vector<rw_forced> forcedFrom(const std::vector<rw_event> &events);
std::string text(const std::vector<rw_event> &events);
