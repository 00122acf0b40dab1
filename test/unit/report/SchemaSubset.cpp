#include "SchemaSubset.h"

#include <algorithm>
#include <set>

namespace raceward {
namespace {

using Json = nlohmann::json;

bool hasType(const Json &value, const std::string &type) {
  if (type == "object")
    return value.is_object();
  if (type == "array")
    return value.is_array();
  if (type == "string")
    return value.is_string();
  if (type == "integer")
    return value.is_number_integer();
  if (type == "number")
    return value.is_number();
  if (type == "boolean")
    return value.is_boolean();
  return type == "null" && value.is_null();
}

bool allowsType(const Json &types, const Json &value) {
  if (types.is_string())
    return hasType(value, types.get<std::string>());
  return std::ranges::any_of(
      types, [&](const Json &type) { return hasType(value, type.get<std::string>()); });
}

const std::set<std::string> kKnownWords{"$schema",    "$id",   "$defs",    "$ref",     "title",
                                        "type",       "enum",  "const",    "required", "minimum",
                                        "properties", "items", "minItems", "maxItems"};

} // namespace

std::vector<std::string> SchemaSubset::check(const Json &value) const {
  State state;
  check(root_, value, "$", state);
  return std::move(state.errors);
}

void SchemaSubset::check(const Json &schema, const Json &value, const std::string &path,
                         State &state) const {
  for (const auto &[word, ignored] : schema.items())
    if (!kKnownWords.contains(word))
      state.errors.push_back(path + ": schema word " + word);
  if (const auto ref = schema.find("$ref"); ref != schema.end()) {
    const std::string pointer = ref->get<std::string>().substr(1);
    check(root_.at(Json::json_pointer(pointer)), value, path, state);
    return;
  }
  if (schema.contains("type") && !allowsType(schema["type"], value))
    state.errors.push_back(path + ": type");
  if (schema.contains("const") && value != schema["const"])
    state.errors.push_back(path + ": const");
  if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
    state.errors.push_back(path + ": enum");
  if (schema.contains("minimum") && value.is_number() && value < schema["minimum"])
    state.errors.push_back(path + ": minimum");
  if (value.is_object())
    checkObject(schema, value, path, state);
  if (value.is_array())
    checkArray(schema, value, path, state);
}

void SchemaSubset::checkObject(const Json &schema, const Json &value, const std::string &path,
                               State &state) const {
  const Json properties = schema.value("properties", Json::object());
  for (const Json &key : schema.value("required", Json::array()))
    if (!value.contains(key.get<std::string>()))
      state.errors.push_back(path + "." + key.get<std::string>() + ": missing");
  for (const auto &[key, member] : value.items()) {
    const std::string memberPath = path + "." + key;
    if (properties.contains(key))
      check(properties[key], member, memberPath, state);
    else
      state.errors.push_back(memberPath + ": not documented");
  }
}

void SchemaSubset::checkArray(const Json &schema, const Json &value, const std::string &path,
                              State &state) const {
  if (schema.contains("minItems") && value.size() < schema["minItems"])
    state.errors.push_back(path + ": minItems");
  if (schema.contains("maxItems") && value.size() > schema["maxItems"])
    state.errors.push_back(path + ": maxItems");
  if (schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      check(schema["items"], value[i], path + "[" + std::to_string(i) + "]", state);
}

} // namespace raceward
