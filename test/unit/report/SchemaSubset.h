// Checks a value against the part of JSON Schema that docs/schema uses.
//
// Stricter in one point: a key that the schema does not list is an error, so that the
// code cannot grow what the documents do not have. A schema keyword that is not known
// here is an error too, or it would be checked by nobody.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace raceward {

class SchemaSubset {
public:
  explicit SchemaSubset(nlohmann::json schema) : root_(std::move(schema)) {}

  /// What is wrong, each with the path to it; empty if all is well.
  [[nodiscard]] std::vector<std::string> check(const nlohmann::json &value) const;

private:
  using Json = nlohmann::json;
  struct State {
    std::vector<std::string> errors;
  };

  void check(const Json &schema, const Json &value, const std::string &path, State &state) const;
  void checkObject(const Json &schema, const Json &value, const std::string &path,
                   State &state) const;
  void checkArray(const Json &schema, const Json &value, const std::string &path,
                  State &state) const;

  Json root_;
};

} // namespace raceward
