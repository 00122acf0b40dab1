// Witnesses in YAML, format 2.2: a list with one entry of the type violation_sequence.
//
// Besides the reader of task definitions the only file that uses yaml-cpp, which reports errors by
// exceptions: all of them are caught here.
#include "WitnessWords.h"
#include "raceward/base/Text.h"
#include "raceward/report/Witness.h"

#include <charconv>
#include <yaml-cpp/yaml.h>

namespace raceward {

namespace {

std::string inQuotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : sanitizedUtf8(text)) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
      constexpr std::string_view digits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

class Emitter {
public:
  std::string emit(const ViolationWitness &witness) {
    line(0, "- entry_type: violation_sequence");
    metadata(witness);
    line(1, "content:");
    for (const WitnessSegment &segment : witness.segments) {
      line(1, "- segment:");
      for (const Waypoint &waypoint : segment.avoid)
        add(waypoint, "avoid");
      for (const Waypoint &waypoint : segment.follow)
        add(waypoint, "follow");
    }
    return std::move(text_);
  }

private:
  void line(unsigned depth, const std::string &content) {
    text_ += std::string(std::size_t{2} * depth, ' ') + content + "\n";
  }

  void metadata(const ViolationWitness &witness) {
    line(1, "metadata:");
    line(2, "format_version: " + inQuotes(witness.formatVersion));
    line(2, "uuid: " + inQuotes(witness.uuid));
    line(2, "creation_time: " + inQuotes(witness.creationTime));
    line(2, "producer:");
    line(3, "name: " + inQuotes(witness.producer));
    line(3, "version: " + inQuotes(witness.producerVersion));
    line(2, "task:");
    line(3, "input_files:");
    for (const WitnessFile &file : witness.files)
      line(3, "- " + inQuotes(file.name));
    line(3, "input_file_hashes:");
    for (const WitnessFile &file : witness.files)
      line(4, inQuotes(file.name) + ": " + inQuotes(file.sha256));
    line(3, "specification: " + inQuotes(witness.specification));
    line(3, "data_model: " + inQuotes(witness.dataModel));
    line(3, "language: " + inQuotes(witness.language));
  }

  void add(const Waypoint &waypoint, const std::string &action) {
    line(2, "- waypoint:");
    line(4, "type: " + std::string(toString(waypoint.type)));
    line(4, "action: " + action);
    if (waypoint.thread)
      line(4, "thread_id: " + std::to_string(*waypoint.thread));
    if (!waypoint.constraint.empty()) {
      line(4, "constraint:");
      line(5, "value: " + inQuotes(waypoint.constraint));
      if (waypoint.type != WaypointType::Branching)
        line(5, waypoint.type == WaypointType::FunctionReturn ? "format: ext_c_expression"
                                                              : "format: c_expression");
    }
    line(4, "location:");
    line(5, "file_name: " + inQuotes(waypoint.at.file));
    line(5, "line: " + std::to_string(waypoint.at.line));
    if (waypoint.at.column != 0)
      line(5, "column: " + std::to_string(waypoint.at.column));
    if (!waypoint.function.empty())
      line(5, "function: " + inQuotes(waypoint.function));
  }

  std::string text_;
};

class YamlReader {
public:
  explicit YamlReader(const std::string &path) : path_(path) {}

  Result<ViolationWitness> read(const std::string &text) {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsSequence())
      return problem(root, "not a witness: no list of entries");
    for (const YAML::Node &entry : root)
      if (entry.IsMap() && scalar(entry["entry_type"]) == "violation_sequence")
        return readEntry(entry);
    return problem(root, "no entry of the type violation_sequence");
  }

private:
  Result<ViolationWitness> readEntry(const YAML::Node &entry) {
    readMetadata(entry["metadata"]);
    const std::string &version = witness_.formatVersion;
    if (!version.starts_with("2."))
      return problem(entry, "format_version '" + version + "' is not supported, only 2.x");
    const YAML::Node content = entry["content"];
    if (!content || !content.IsSequence())
      return problem(entry, "the entry has no list of segments (content)");
    for (const YAML::Node &item : content) {
      const YAML::Node segment = item.IsMap() ? item["segment"] : YAML::Node();
      if (!segment || !segment.IsSequence())
        return problem(item, "an element of content is not a segment");
      if (Result<void> read = readSegment(segment); !read)
        return fail(std::move(read).error());
    }
    return std::move(witness_);
  }

  static std::string scalar(const YAML::Node &node) {
    return node && node.IsScalar() ? node.Scalar() : std::string();
  }

  /// Metadata is not needed to follow the witness, so all of it is optional.
  void readMetadata(const YAML::Node &metadata) {
    if (!metadata || !metadata.IsMap())
      return;
    witness_.formatVersion = scalar(metadata["format_version"]);
    witness_.uuid = scalar(metadata["uuid"]);
    witness_.creationTime = scalar(metadata["creation_time"]);
    if (const YAML::Node producer = metadata["producer"]; producer && producer.IsMap()) {
      witness_.producer = scalar(producer["name"]);
      witness_.producerVersion = scalar(producer["version"]);
    }
    const YAML::Node task = metadata["task"];
    if (!task || !task.IsMap())
      return;
    const YAML::Node hashes = task["input_file_hashes"];
    if (const YAML::Node files = task["input_files"]; files && files.IsSequence())
      for (const YAML::Node &file : files) {
        const std::string name = scalar(file);
        witness_.files.push_back(
            {name, hashes && hashes.IsMap() ? scalar(hashes[name]) : std::string()});
      }
    witness_.specification = scalar(task["specification"]);
    witness_.dataModel = scalar(task["data_model"]);
    witness_.language = scalar(task["language"]);
  }

  Result<void> readSegment(const YAML::Node &nodes) {
    WitnessSegment segment;
    for (const YAML::Node &item : nodes) {
      const YAML::Node node = item.IsMap() ? item["waypoint"] : YAML::Node();
      if (!node || !node.IsMap())
        return problem(item, "an element of a segment is not a waypoint");
      Result<Waypoint> waypoint = readWaypoint(node);
      if (!waypoint)
        return fail(std::move(waypoint).error());
      const std::string action = scalar(node["action"]);
      if (action == "follow")
        segment.follow.push_back(std::move(*waypoint));
      else if (action == "avoid")
        segment.avoid.push_back(std::move(*waypoint));
      else
        return problem(node, "the action '" + action + "' is not supported");
    }
    if (segment.follow.empty())
      return problem(nodes, "a segment without a waypoint to follow");
    witness_.segments.push_back(std::move(segment));
    return {};
  }

  Result<Waypoint> readWaypoint(const YAML::Node &node) {
    Waypoint waypoint;
    waypoint.writtenAt = lineOf(node);
    const std::optional<WaypointType> type = waypointTypeFrom(scalar(node["type"]));
    if (!type)
      return problem(node, "the waypoint type '" + scalar(node["type"]) + "' is not supported");
    waypoint.type = *type;
    if (const YAML::Node constraint = node["constraint"]; constraint && constraint.IsMap())
      waypoint.constraint = scalar(constraint["value"]);
    if (node["thread_id"]) {
      waypoint.thread = number(node["thread_id"]);
      if (!waypoint.thread)
        return problem(node["thread_id"], "thread_id is not a number from 0 on");
    }
    const YAML::Node location = node["location"];
    if (!location || !location.IsMap())
      return problem(node, "a waypoint without a location");
    const std::optional<std::uint32_t> line = number(location["line"]);
    if (!line || *line == 0)
      return problem(location, "a location without a line");
    waypoint.at = {scalar(location["file_name"]), *line, number(location["column"]).value_or(0)};
    waypoint.function = scalar(location["function"]);
    return waypoint;
  }

  static std::optional<std::uint32_t> number(const YAML::Node &node) {
    return wholeNumber(scalar(node));
  }

  static std::uint32_t lineOf(const YAML::Node &node) {
    return node && node.Mark().line >= 0 ? static_cast<std::uint32_t>(node.Mark().line) + 1 : 1;
  }

  [[nodiscard]] Unexpected problem(const YAML::Node &node, const std::string &what) const {
    return witnessProblem(path_, lineOf(node), what);
  }

  const std::string &path_;
  ViolationWitness witness_;
};

} // namespace

std::string yamlWitness(const ViolationWitness &witness) {
  return Emitter().emit(witness);
}

Result<ViolationWitness> readYamlWitness(const std::string &path, const std::string &text) {
  try {
    return YamlReader(path).read(text);
  } catch (const YAML::Exception &problem) {
    const int line = problem.mark.line >= 0 ? problem.mark.line + 1 : 1;
    return witnessProblem(path, static_cast<std::uint32_t>(line), problem.msg);
  } catch (const std::exception &problem) {
    return witnessProblem(path, 1, problem.what());
  }
}

} // namespace raceward
