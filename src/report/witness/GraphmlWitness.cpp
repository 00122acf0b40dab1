// Witnesses in GraphML, format 1.0: an automaton, here one path from the entry to the violation.
//
// The format has threads, but no races. So the last edge is one access, and the last edge of
// another thread before it is the other.
#include "WitnessWords.h"
#include "raceward/base/Text.h"
#include "raceward/report/Witness.h"

#include <array>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <map>
#include <memory>
#include <queue>

namespace raceward {

namespace {

// ---- writer

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : sanitizedUtf8(text))
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      // XML cannot represent most control characters.
      out += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
    }
  return out;
}

struct Key {
  const char *name;
  const char *type;
  const char *of;
};
constexpr std::array<Key, 22> kKeys{{{"witness-type", "string", "graph"},
                                     {"sourcecodelang", "string", "graph"},
                                     {"producer", "string", "graph"},
                                     {"specification", "string", "graph"},
                                     {"programfile", "string", "graph"},
                                     {"programhash", "string", "graph"},
                                     {"architecture", "string", "graph"},
                                     {"creationtime", "string", "graph"},
                                     {"entry", "boolean", "node"},
                                     {"violation", "boolean", "node"},
                                     {"originfile", "string", "edge"},
                                     {"startline", "int", "edge"},
                                     {"endline", "int", "edge"},
                                     {"threadId", "int", "edge"},
                                     {"createThread", "int", "edge"},
                                     {"enterFunction", "string", "edge"},
                                     {"returnFromFunction", "string", "edge"},
                                     {"control", "string", "edge"},
                                     {"assumption", "string", "edge"},
                                     {"assumption.scope", "string", "edge"},
                                     {"assumption.resultfunction", "string", "edge"},
                                     {"witness-format-version", "string", "graph"}}};

class GraphWriter {
public:
  std::string write(const ViolationWitness &witness) {
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
    for (const Key &key : kKeys)
      text_ += std::string(" <key id=\"") + key.name + "\" attr.name=\"" + key.name +
               "\" attr.type=\"" + key.type + "\" for=\"" + key.of + "\"/>\n";
    text_ += " <graph edgedefault=\"directed\">\n";
    header(witness);
    node(false);
    Edge begin;
    begin.put("threadId", "0");
    begin.put("createThread", "0");
    begin.put("enterFunction", "main");
    edge(begin, false);
    for (const WitnessSegment &segment : witness.segments)
      for (const Waypoint &waypoint : segment.follow)
        add(waypoint, &waypoint == &witness.segments.back().follow.back());
    text_ += " </graph>\n</graphml>\n";
    return std::move(text_);
  }

private:
  struct Edge {
    std::string data;
    void put(const char *key, std::string_view value) {
      data += std::string("   <data key=\"") + key + "\">" + escaped(value) + "</data>\n";
    }
  };

  void header(const ViolationWitness &witness) {
    const auto put = [&](const char *key, std::string_view value) {
      text_ += std::string("  <data key=\"") + key + "\">" + escaped(value) + "</data>\n";
    };
    put("witness-format-version", "1.0");
    put("witness-type", "violation_witness");
    put("sourcecodelang", witness.language);
    put("producer", witness.producer + " " + witness.producerVersion);
    put("specification", witness.specification);
    for (const WitnessFile &file : witness.files) {
      put("programfile", file.name);
      put("programhash", file.sha256);
    }
    put("architecture", witness.dataModel == "LP64" ? "64bit" : "32bit");
    put("creationtime", witness.creationTime);
  }

  void node(bool isViolation) {
    const std::string id = "N" + std::to_string(nodes_);
    text_ += "  <node id=\"" + id + "\"";
    if (nodes_ == 0)
      text_ += "><data key=\"entry\">true</data></node>\n";
    else if (isViolation)
      text_ += "><data key=\"violation\">true</data></node>\n";
    else
      text_ += "/>\n";
    ++nodes_;
  }

  void edge(const Edge &edge, bool toViolation) {
    node(toViolation);
    text_ += "  <edge source=\"N" + std::to_string(nodes_ - 2) + "\" target=\"N" +
             std::to_string(nodes_ - 1) + "\">\n" + edge.data + "  </edge>\n";
  }

  void add(const Waypoint &waypoint, bool isLast) {
    Edge made;
    made.put("originfile", waypoint.at.file);
    made.put("startline", std::to_string(waypoint.at.line));
    made.put("endline", std::to_string(waypoint.at.line));
    const std::string thread = std::to_string(waypoint.thread.value_or(0));
    made.put("threadId", thread);
    switch (waypoint.type) {
    case WaypointType::FunctionEnter: {
      const std::string child = std::to_string(++threads_);
      made.put("createThread", child);
      edge(made, isLast);
      Edge begin;
      begin.put("threadId", child);
      begin.put("enterFunction", waypoint.callee);
      edge(begin, false);
      return;
    }
    case WaypointType::FunctionReturn:
      made.put("assumption", waypoint.constraint + ";");
      made.put("assumption.resultfunction", waypoint.callee);
      if (!waypoint.function.empty())
        made.put("assumption.scope", waypoint.function);
      break;
    case WaypointType::Branching:
      made.put("control", waypoint.constraint == "true" ? "condition-true" : "condition-false");
      break;
    case WaypointType::Assumption:
    case WaypointType::Target:
      break;
    }
    edge(made, isLast);
  }

  std::string text_;
  std::size_t nodes_ = 0;
  std::uint32_t threads_ = 0;
};

// ---- reader

struct FreeDocument {
  void operator()(xmlDoc *document) const { xmlFreeDoc(document); }
};
struct FreeContext {
  void operator()(xmlParserCtxt *context) const { xmlFreeParserCtxt(context); }
};

std::string_view viewOf(const xmlChar *text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char *>(text);
}

bool isElement(const xmlNode *node, std::string_view name) {
  return node->type == XML_ELEMENT_NODE && viewOf(node->name) == name;
}

std::string attributeOf(const xmlNode *node, std::string_view name) {
  for (const xmlAttr *each = node->properties; each != nullptr; each = each->next)
    if (viewOf(each->name) == name && each->children != nullptr)
      return std::string(viewOf(each->children->content));
  return {};
}

/// Only the text itself: entities are not expanded.
std::string textOf(const xmlNode *node) {
  std::string text;
  for (const xmlNode *child = node->children; child != nullptr; child = child->next)
    if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE)
      text += viewOf(child->content);
  return std::string(trim(text));
}

std::uint32_t lineOf(const xmlNode *node) {
  const long line = xmlGetLineNo(node);
  return line > 0 ? static_cast<std::uint32_t>(line) : 1;
}

using Data = std::multimap<std::string, std::string>;

Data dataOf(const xmlNode *node) {
  Data data;
  for (const xmlNode *child = node->children; child != nullptr; child = child->next)
    if (isElement(child, "data"))
      data.emplace(attributeOf(child, "key"), textOf(child));
  return data;
}

std::string valueOf(const Data &data, const std::string &key) {
  const auto found = data.find(key);
  return found == data.end() ? std::string() : found->second;
}

class GraphReader {
public:
  explicit GraphReader(const std::string &path) : path_(path) {}

  Result<ViolationWitness> read(const xmlNode *root) {
    const xmlNode *graph = nullptr;
    if (root != nullptr && isElement(root, "graphml"))
      for (const xmlNode *child = root->children; child != nullptr; child = child->next)
        if (isElement(child, "graph"))
          graph = child;
    if (graph == nullptr)
      return witnessProblem(path_, 1, "not a witness: no graph");
    readHeader(dataOf(graph));
    if (valueOf(dataOf(graph), "witness-type") != "violation_witness")
      return witnessProblem(path_, lineOf(graph), "not a violation witness");
    readGraph(graph);
    const std::vector<const Edge *> path = pathToViolation();
    if (path.empty())
      return witnessProblem(path_, lineOf(graph), "no way from the entry to the violation");
    for (const Edge *edge : path)
      if (Result<void> added = add(*edge); !added)
        return fail(std::move(added).error());
    return finish(lineOf(graph));
  }

private:
  struct Edge {
    std::string target;
    Data data;
    std::uint32_t line = 0;
  };

  void readHeader(const Data &data) {
    witness_.formatVersion = "1.0";
    witness_.creationTime = valueOf(data, "creationtime");
    witness_.producer = valueOf(data, "producer");
    witness_.specification = valueOf(data, "specification");
    witness_.language = valueOf(data, "sourcecodelang");
    const std::string architecture = valueOf(data, "architecture");
    witness_.dataModel = architecture == "64bit" ? "LP64" : architecture == "32bit" ? "ILP32" : "";
    auto hash = data.lower_bound("programhash");
    for (auto file = data.lower_bound("programfile"); file != data.upper_bound("programfile");
         ++file) {
      std::string sha256;
      if (hash != data.upper_bound("programhash"))
        sha256 = (hash++)->second;
      witness_.files.push_back({file->second, std::move(sha256)});
    }
  }

  void readGraph(const xmlNode *graph) {
    for (const xmlNode *child = graph->children; child != nullptr; child = child->next) {
      if (isElement(child, "node")) {
        const Data data = dataOf(child);
        if (valueOf(data, "entry") == "true" && entry_.empty())
          entry_ = attributeOf(child, "id");
        if (valueOf(data, "violation") == "true")
          violations_.push_back(attributeOf(child, "id"));
      } else if (isElement(child, "edge")) {
        edges_[attributeOf(child, "source")].push_back(
            {attributeOf(child, "target"), dataOf(child), lineOf(child)});
      }
    }
  }

  /// The shortest path.
  [[nodiscard]] std::vector<const Edge *> pathToViolation() const {
    struct Arrival {
      std::string from;
      const Edge *by = nullptr;
    };
    std::map<std::string, Arrival> reached{{entry_, {}}};
    std::queue<std::string> open;
    open.push(entry_);
    while (!open.empty()) {
      const std::string at = open.front();
      open.pop();
      if (std::find(violations_.begin(), violations_.end(), at) != violations_.end()) {
        std::vector<const Edge *> path;
        for (const Arrival *back = &reached.at(at); back->by != nullptr;
             back = &reached.at(back->from))
          path.push_back(back->by);
        return {path.rbegin(), path.rend()};
      }
      if (const auto from = edges_.find(at); from != edges_.end())
        for (const Edge &edge : from->second)
          if (reached.try_emplace(edge.target, Arrival{at, &edge}).second)
            open.push(edge.target);
    }
    return {};
  }

  /// Threads have names here, but numbers in the order of their creation elsewhere.
  std::uint32_t threadNamed(const std::string &name) {
    const auto next = static_cast<std::uint32_t>(threads_.size());
    return threads_.try_emplace(name, next).first->second;
  }

  Result<void> add(const Edge &edge) {
    Waypoint waypoint;
    waypoint.writtenAt = edge.line;
    const std::string creates = valueOf(edge.data, "createThread");
    if (const std::string name = valueOf(edge.data, "threadId"); !name.empty())
      waypoint.thread = threadNamed(name);
    else if (!creates.empty() && threads_.empty())
      waypoint.thread = threadNamed(creates); // the main thread
    const std::string startline = valueOf(edge.data, "startline");
    if (startline.empty()) {
      if (const std::string assumption = valueOf(edge.data, "assumption"); !assumption.empty())
        return witnessProblem(path_, edge.line, "an assumption without a startline");
      return {};
    }
    const std::optional<std::uint32_t> line = wholeNumber(startline);
    if (!line || *line == 0)
      return witnessProblem(path_, edge.line, "startline is not a line number");
    waypoint.at = {valueOf(edge.data, "originfile"), *line, 0};
    waypoint.constraint = valueOf(edge.data, "assumption");
    while (waypoint.constraint.ends_with(';') || waypoint.constraint.ends_with(' '))
      waypoint.constraint.pop_back();
    waypoint.callee = valueOf(edge.data, "assumption.resultfunction");
    if (!waypoint.callee.empty())
      waypoint.type = WaypointType::FunctionReturn;
    if (const std::string control = valueOf(edge.data, "control"); !control.empty()) {
      waypoint.type = WaypointType::Branching;
      waypoint.constraint = control == "condition-true" ? "true" : "false";
    }
    if (!creates.empty() && threads_.try_emplace(creates, threads_.size()).second)
      waypoint.type = WaypointType::FunctionEnter;
    waypoints_.push_back(std::move(waypoint));
    return {};
  }

  Result<ViolationWitness> finish(std::uint32_t line) {
    if (waypoints_.empty())
      return witnessProblem(path_, line, "no edge on the way has a startline");
    std::size_t first = waypoints_.size() - 1;
    const Waypoint last = waypoints_[first];
    while (first > 0 && waypoints_[first].thread == last.thread)
      --first;
    if (waypoints_[first].thread == last.thread)
      return witnessProblem(path_, last.writtenAt, "the way belongs to one thread alone");
    const Waypoint other = waypoints_[first];
    for (std::size_t at = 0; at + 1 < waypoints_.size(); ++at)
      if (at != first)
        witness_.segments.push_back({{waypoints_[at]}, {}});
    WitnessSegment targets{{other, last}, {}};
    for (Waypoint &target : targets.follow) {
      target.type = WaypointType::Target;
      target.constraint.clear();
    }
    witness_.segments.push_back(std::move(targets));
    return std::move(witness_);
  }

  const std::string &path_;
  ViolationWitness witness_;
  std::string entry_;
  std::vector<std::string> violations_;
  std::map<std::string, std::vector<Edge>> edges_; ///< by source
  std::map<std::string, std::uint32_t> threads_;
  std::vector<Waypoint> waypoints_;
};

} // namespace

std::string graphmlWitness(const ViolationWitness &witness) {
  return GraphWriter().write(witness);
}

Result<ViolationWitness> readGraphmlWitness(const std::string &path, const std::string &text) {
  const std::unique_ptr<xmlParserCtxt, FreeContext> context(xmlNewParserCtxt());
  if (!context)
    return fail(Error::Kind::Resource, "no memory for reading '" + path + "'");
  // No entity is expanded, and nothing is fetched.
  const std::unique_ptr<xmlDoc, FreeDocument> document(
      xmlCtxtReadMemory(context.get(), text.data(), static_cast<int>(text.size()), nullptr, nullptr,
                        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
  if (!document) {
    const xmlError *error = xmlCtxtGetLastError(context.get());
    const bool known = error != nullptr && error->message != nullptr;
    return witnessProblem(path,
                          known && error->line > 0 ? static_cast<std::uint32_t>(error->line) : 1,
                          known ? std::string(trim(error->message)) : "not XML");
  }
  return GraphReader(path).read(xmlDocGetRootElement(document.get()));
}

} // namespace raceward
