#include "raceward/prove/PointsToText.h"

#include "Naming.h"
#include "points/Constraints.h"
#include "points/FlowGraph.h"
#include "raceward/base/Text.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace raceward {

namespace {

using points::FlowGraph;
using points::FlowLog;
using points::NodeIndex;
using points::ObjectIndex;
using points::PlaceIndex;

constexpr ObjectIndex kUnknownMemory = 0;
/// Merges whose effect is counted: those at which most places come together.
constexpr std::size_t kMostMergesFollowed = 400;

std::string lineOf(const SourcePosition &at) {
  return at.known() ? at.file + ":" + std::to_string(at.line) : std::string();
}

class Writer {
public:
  Writer(const Program &program, const PointsToQuestion &question)
      : program_(program), question_(question), constraints_(program, &log_),
        inclusion_(constraints_.inclusion()), graph_(log_, inclusion_.nodeCount()) {
    constraints_.forEachValue(
        [&](const llvm::Value &value, NodeIndex node) { valueOf_.try_emplace(node, &value); });
    constraints_.forEachResult([&](const llvm::Function &function, NodeIndex node) {
      resultOf_.try_emplace(node, &function);
    });
    for (const auto &[node, call] : constraints_.inputs())
      inputOf_.try_emplace(node, call);
    for (ObjectIndex object = 0; object < constraints_.objects().size(); ++object)
      inclusion_.forEachOwnCell(object,
                                [&](NodeIndex node) { objectOfCell_.try_emplace(node, object); });
    for (const AccessSite &site : program_.sites())
      if (const NodeIndex node = constraints_.nodeFor(*program_.placeOf(site.id).pointer);
          node != points::kNoNode)
        ++sitesOf_[inclusion_.nameOf(node)];
  }

  std::string run() {
    if (question_.of.empty())
      writeProgram();
    else
      writeAccesses();
    return std::move(text_);
  }

private:
  // Words.

  static std::string parameterWords(const llvm::Argument &argument) {
    std::string name = argument.getName().str();
    const llvm::Function &function = *argument.getParent();
    if (const llvm::DISubprogram *described = function.getSubprogram())
      for (const llvm::DINode *node : described->getRetainedNodes())
        if (const auto *variable = llvm::dyn_cast<llvm::DILocalVariable>(node);
            variable && variable->getArg() == argument.getArgNo() + 1)
          name = variable->getName().str();
    return "parameter " +
           (name.empty() ? std::to_string(argument.getArgNo() + 1) : quotedName(name)) + " of " +
           function.getName().str() + "()";
  }

  static std::string instructionWords(const llvm::Instruction &instruction) {
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function *callee = call->getCalledFunction();
      return callee ? "result of " + callee->getName().str() + "()"
                    : "result of a call through a pointer";
    }
    if (llvm::isa<llvm::IntToPtrInst>(instruction))
      return "a number becomes a pointer";
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      const std::string name = attachedName(instruction, 0);
      return name.empty() ? "a read" : "read of " + quotedName(name);
    }
    return {};
  }

  /// Empty for values in between.
  [[nodiscard]] std::string wordsOf(NodeIndex node) const {
    if (node == constraints_.unknownOrigin())
      return "a number of unknown origin";
    if (node == constraints_.kept())
      return "kept by the library";
    if (node == constraints_.told())
      return "read by the library";
    if (const auto at = objectOfCell_.find(node); at != objectOfCell_.end()) {
      const std::string words = objectWordsOf(at->second);
      return words.empty() ? words : "stored in " + words;
    }
    if (const auto at = inputOf_.find(node); at != inputOf_.end()) {
      const llvm::Function *callee = at->second->getCalledFunction();
      const std::string line = lineOf(positionOf(*at->second));
      return "written by " + (callee ? callee->getName().str() + "()" : "a call") +
             (line.empty() ? "" : " at " + line);
    }
    if (const auto at = resultOf_.find(node); at != resultOf_.end())
      return "result of " + at->second->getName().str() + "()";
    const auto at = valueOf_.find(node);
    if (at == valueOf_.end())
      return {};
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(at->second))
      return parameterWords(*argument);
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(at->second)) {
      const std::string words = instructionWords(*instruction);
      const std::string line = lineOf(positionOf(*instruction));
      return words.empty() || line.empty() ? words : words + " at " + line;
    }
    return {};
  }

  [[nodiscard]] std::string objectWordsOf(ObjectIndex object) const {
    const AbstractObject &known = constraints_.objects()[object];
    if (known.kind == AbstractObject::Kind::Function && known.origin)
      return known.origin->getName().str() + "()";
    return objectWords(known);
  }

  void line(const std::string &words, std::size_t indent) {
    text_.append(indent, ' ');
    text_ += words;
    text_ += '\n';
  }

  // Facts.

  [[nodiscard]] bool holds(NodeIndex node, ObjectIndex object) const {
    return inclusion_.placesOf(node).intersects(inclusion_.places().placesIn(object));
  }

  [[nodiscard]] std::vector<ObjectIndex> objectsOf(NodeIndex node) const {
    std::set<ObjectIndex> objects;
    for (const PlaceIndex place : inclusion_.placesOf(node))
      objects.insert(inclusion_.places()[place].object);
    return {objects.begin(), objects.end()};
  }

  /// Where in the object the node points to.
  [[nodiscard]] std::string offsetWords(NodeIndex node, ObjectIndex object) const {
    constexpr std::size_t kMost = 4;
    std::vector<std::string> words;
    const points::PlaceSet places =
        inclusion_.placesOf(node) & inclusion_.places().placesIn(object);
    for (const PlaceIndex index : places) {
      const points::Place place = inclusion_.places()[index];
      if (place.isAnywhere())
        return ", anywhere";
      if (words.size() == kMost)
        return ", " + listed(words) + " and elsewhere";
      const std::string first = std::to_string(place.first);
      words.push_back(place.isExact() ? first : first + " + n*" + std::to_string(place.period));
    }
    return words == std::vector<std::string>{"0"} ? "" : ", byte " + listed(words);
  }

  /// Accesses through pointers that the node flows to, along nodes that pass `holds`.
  [[nodiscard]] std::size_t sitesFedBy(NodeIndex node,
                                       const std::function<bool(NodeIndex)> &holds) const {
    std::set<NodeIndex> names;
    for (const NodeIndex fed : graph_.fedBy(node, holds))
      names.insert(inclusion_.nameOf(fed));
    std::size_t sites = 0;
    for (const NodeIndex name : names)
      if (const auto at = sitesOf_.find(name); at != sitesOf_.end())
        sites += at->second;
    return sites;
  }

  void writeChain(ObjectIndex object, NodeIndex to, std::size_t indent) {
    const FlowGraph::Chain chain =
        graph_.chain(object, to, [&](NodeIndex node) { return holds(node, object); });
    std::string last;
    for (const NodeIndex node : chain.nodes) {
      std::string words = wordsOf(node);
      if (!words.empty() && words != last)
        line(words, indent);
      if (!words.empty())
        last = std::move(words);
    }
  }

  // The accesses that were asked for.

  [[nodiscard]] bool isAskedFor(const AccessSite &site) const {
    const std::string &of = question_.of;
    const std::string number = std::to_string(site.at.line);
    return site.name == of || number == of || site.at.file + ":" + number == of;
  }

  void writeAccesses() {
    std::set<std::pair<std::string, NodeIndex>> seen;
    for (const AccessSite &site : program_.sites()) {
      if (!isAskedFor(site))
        continue;
      const NodeIndex node = constraints_.nodeFor(*program_.placeOf(site.id).pointer);
      const std::string where = lineOf(site.at) + ": " + std::string(toString(site.kind)) + " " +
                                quotedName(site.name) + " in " + site.function + "()";
      if (!seen.insert({where, node}).second)
        continue;
      const std::vector<ObjectIndex> objects =
          node == points::kNoNode ? std::vector<ObjectIndex>() : objectsOf(node);
      line(where + ": " + counted(objects.size(), "object"), 0);
      std::size_t written = 0;
      for (const ObjectIndex object : objects) {
        if (written == question_.most) {
          line("and " + withThousands(objects.size() - written) + " more", 2);
          break;
        }
        ++written;
        const std::string words = objectWordsOf(object);
        line((words.empty() ? "memory without a name" : words) + offsetWords(node, object), 2);
        writeChain(object, node, 6);
      }
    }
    if (seen.empty())
      line("No access is called '" + question_.of +
               "' or is at that line. `raceward show program --sites` lists all accesses.",
           0);
  }

  // The whole program.

  void writeProgram() {
    std::size_t pointers = 0;
    std::size_t targets = 0;
    std::size_t unknown = 0;
    for (const auto &[name, sites] : sitesOf_) {
      pointers += sites;
      targets += sites * objectsOf(name).size();
      unknown += holds(name, kUnknownMemory) ? sites : 0;
    }
    line(counted(pointers, "access", "accesses") + ", " +
             counted(constraints_.objects().size(), "object") + "; on average " +
             withThousands(pointers == 0 ? 0 : (targets + pointers / 2) / pointers) +
             " behind an access",
         0);
    line(counted(unknown, "access", "accesses") +
             " through a pointer that may be a number of unknown origin" +
             (unknown > 0
                  ? ": it may be any of the " + withThousands(exposedCount()) + " exposed objects"
                  : ""),
         0);
    writeUnknown();
    writeOrigins();
    if (unknown > 0)
      writeExposed();
    writeMerges();
  }

  [[nodiscard]] std::size_t exposedCount() const {
    return static_cast<std::size_t>(
        std::count_if(constraints_.objects().begin(), constraints_.objects().end(),
                      [](const AbstractObject &object) { return object.isExposed; }));
  }

  struct Row {
    std::size_t weight = 0;
    std::string words;
  };

  void writeRows(const std::string &title, std::vector<Row> rows) {
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
      return std::tie(b.weight, a.words) < std::tie(a.weight, b.words);
    });
    if (rows.empty())
      return;
    line("", 0);
    line(title, 0);
    for (std::size_t i = 0; i < rows.size() && i < question_.most; ++i)
      line(rows[i].words, 2);
    if (rows.size() > question_.most)
      line("and " + withThousands(rows.size() - question_.most) + " more", 2);
  }

  /// The accesses through pointers that may be numbers of unknown origin, the causes first: each of
  /// them mixes the contents of all exposed objects, which brings numbers to others.
  void writeUnknown() {
    std::map<NodeIndex, std::vector<std::string>> byNode;
    for (const AccessSite &site : program_.sites())
      if (const NodeIndex node = constraints_.nodeFor(*program_.placeOf(site.id).pointer);
          node != points::kNoNode && holds(node, kUnknownMemory))
        byNode[node].push_back(quotedName(site.name) + " in " + site.function + "() at " +
                               lineOf(site.at));
    struct Found {
      std::size_t latest;
      NodeIndex node;
    };
    std::vector<Found> found;
    for (const auto &[node, accesses] : byNode)
      found.push_back({graph_
                           .chain(kUnknownMemory, node,
                                  [&](NodeIndex each) { return holds(each, kUnknownMemory); })
                           .latest,
                       node});
    std::sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
      return std::tie(a.latest, a.node) < std::tie(b.latest, b.node);
    });
    std::vector<Row> rows;
    for (const Found &each : found)
      rows.push_back({found.size() - rows.size(), byNode[each.node].front()});
    writeRows("Accesses through a number, the first causes first:", std::move(rows));
  }

  /// " ('x', 'y' and 3 more)": some of them.
  [[nodiscard]] std::string firstNames(const std::vector<ObjectIndex> &objects) const {
    constexpr std::size_t kMost = 2;
    std::vector<std::string> names;
    for (const ObjectIndex object : objects)
      if (std::string words = objectWordsOf(object); !words.empty() && names.size() < kMost)
        names.push_back(std::move(words));
    if (objects.size() > names.size() && !names.empty())
      names.push_back(withThousands(objects.size() - names.size()) + " more");
    return inBrackets(listed(names));
  }

  /// What exposes most objects.
  void writeExposed() {
    std::map<NodeIndex, std::string> names;
    for (const NodeIndex node : constraints_.exposingNodes()) {
      std::string words = wordsOf(node);
      std::string &known = names[inclusion_.nameOf(node)];
      if (known.empty())
        known = words;
    }
    std::vector<Row> rows;
    for (const auto &[name, words] : names)
      if (const std::vector<ObjectIndex> objects = objectsOf(name); !objects.empty())
        rows.push_back({objects.size(), (words.empty() ? "a number without a name" : words) + ": " +
                                            counted(objects.size(), "object") +
                                            firstNames(objects)});
    writeRows("What gives addresses away:", std::move(rows));
  }

  /// Where numbers of unknown origin enter, and how many accesses they come to.
  void writeOrigins() {
    std::map<std::string, std::size_t> byWords;
    const auto isUnknown = [&](NodeIndex node) { return holds(node, kUnknownMemory); };
    graph_.forEachFrom(constraints_.unknownOrigin(), [&](NodeIndex node) {
      std::string words = wordsOf(node);
      if (words.empty())
        words = "a value without a name";
      std::size_t &sites = byWords[words];
      sites = std::max(sites, sitesFedBy(node, isUnknown));
    });
    std::vector<Row> rows;
    for (const auto &[words, sites] : byWords)
      if (sites > 0)
        rows.push_back({sites, words + ": " + counted(sites, "access", "accesses")});
    writeRows("Where numbers of unknown origin enter that are addresses of accesses:",
              std::move(rows));
  }

  /// The nodes that have more places than any node that flows into them.
  void writeMerges() {
    struct Merge {
      std::size_t growth = 0;
      NodeIndex node = 0;
      std::size_t sources = 0;
    };
    std::unordered_map<NodeIndex, std::set<NodeIndex>> sources; // by name
    for (const FlowLog::Flow &flow : log_.flows) {
      const NodeIndex from = inclusion_.nameOf(flow.from);
      const NodeIndex to = inclusion_.nameOf(flow.to);
      if (from != to)
        sources[to].insert(from);
    }
    std::vector<Merge> merges;
    for (const auto &[name, into] : sources) {
      std::size_t most = 1;
      for (const NodeIndex from : into)
        most = std::max<std::size_t>(most, inclusion_.placesOf(from).count());
      const std::size_t places = inclusion_.placesOf(name).count();
      if (places > most)
        merges.push_back({places - most, name, into.size()});
    }
    std::sort(merges.begin(), merges.end(), [](const Merge &a, const Merge &b) {
      return std::pair(b.growth, a.node) < std::pair(a.growth, b.node);
    });
    if (merges.size() > kMostMergesFollowed)
      merges.resize(kMostMergesFollowed);
    std::unordered_map<NodeIndex, std::string> wordsOfName;
    for (NodeIndex node = 0; node < inclusion_.nodeCount(); ++node)
      if (std::string words = wordsOf(node); !words.empty())
        wordsOfName.try_emplace(inclusion_.nameOf(node), std::move(words));
    std::vector<Row> rows;
    for (const Merge &merge : merges) {
      const std::size_t sites = sitesFedBy(merge.node, [](NodeIndex) { return true; });
      const auto at = wordsOfName.find(merge.node);
      const std::string words = at == wordsOfName.end() ? "a value without a name" : at->second;
      rows.push_back({merge.growth * sites, words + ": " +
                                                counted(objectsOf(merge.node).size(), "object") +
                                                " from " + counted(merge.sources, "value") +
                                                ", for " + counted(sites, "access", "accesses")});
    }
    writeRows("Where most objects come together:", std::move(rows));
  }

  const Program &program_;
  const PointsToQuestion &question_;
  FlowLog log_;
  points::Constraints constraints_;
  const points::Inclusion &inclusion_;
  FlowGraph graph_;
  std::unordered_map<NodeIndex, const llvm::Value *> valueOf_;
  std::unordered_map<NodeIndex, const llvm::Function *> resultOf_;
  std::unordered_map<NodeIndex, const llvm::CallBase *> inputOf_;
  std::unordered_map<NodeIndex, ObjectIndex> objectOfCell_;
  std::unordered_map<NodeIndex, std::size_t> sitesOf_; ///< by name
  std::string text_;
};

} // namespace

std::string pointsToText(const Program &program, const PointsToQuestion &question) {
  return Writer(program, question).run();
}

} // namespace raceward
