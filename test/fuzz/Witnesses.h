// What both readers of witnesses must survive.
#pragma once

#include "Scratch.h"

#include "raceward/report/Witness.h"

namespace raceward::fuzz {

/// A witness that was read can be written, and what was written can be read.
template <typename Read, typename Write>
void readTwice(Read read, Write write, const std::uint8_t *data, std::size_t size) {
  const Result<ViolationWitness> witness = read("witness", std::string(asText(data, size)));
  if (!witness) {
    RW_CHECK(!witness.error().message.empty());
    return;
  }
  RW_CHECK(!witness->segments.empty());
  (void)write(*witness);
  const Result<ViolationWitness> again = readYamlWitness("again", yamlWitness(*witness));
  RW_CHECK(!again || again->segments.size() == witness->segments.size());
}

} // namespace raceward::fuzz
