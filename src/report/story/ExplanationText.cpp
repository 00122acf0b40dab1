#include "ExplanationText.h"

#include "text/Glyphs.h"
#include "text/Wrap.h"

#include "raceward/base/Text.h"

namespace raceward {
namespace {

constexpr std::size_t kVariablesShown = 40;
constexpr std::size_t kHeadIndent = 4; ///< of the continuation lines of a head
constexpr std::size_t kIndent = 6;
constexpr std::size_t kHangingIndent = 8;

/// "queue.c:12 (q->head), 14 and 20": with names that differ from the variable's; a file is named
/// once.
std::string placesOf(const std::vector<AccessSite> &sites, const std::string &object,
                     std::string &file) {
  std::vector<std::string> places;
  for (const AccessSite &site : sites) {
    std::string place = "an unknown place in " + site.function;
    if (site.at.known())
      place = lineAfter(file, site.at);
    if (!site.name.empty() && "'" + site.name + "'" != object)
      place += " (" + site.name + ")";
    places.push_back(std::move(place));
  }
  return listed(places);
}

std::string accessesOf(const SharedVariable &shared) {
  std::vector<AccessSite> written;
  std::vector<AccessSite> read;
  for (const AccessSite &site : shared.sample)
    (writes(site.kind) ? written : read).push_back(site);
  std::string text;
  std::string file;
  if (!written.empty())
    text += "written at " + placesOf(written, shared.object, file);
  if (!read.empty())
    text += (text.empty() ? "read at " : "; read at ") + placesOf(read, shared.object, file);
  if (shared.moreLines > 0)
    text += "; and " + counted(shared.moreLines, "more line");
  return text;
}

std::string threadsOf(const SharedVariable &shared) {
  std::vector<std::string> names;
  for (const SharingThread &thread : shared.threads)
    names.push_back(thread.function + (thread.several ? " (several)" : ""));
  return listed(names);
}

class Lines {
public:
  explicit Lines(std::size_t width) : width_(width) {}

  void add(std::size_t indent, const std::string &words, std::size_t hanging = kHangingIndent) {
    for (std::string &line : wrapped(std::string(indent, ' '), printable(words), hanging, width_))
      lines_.push_back(std::move(line));
  }
  void addVariable(const SharedVariable &shared);
  std::vector<std::string> take() { return std::move(lines_); }

private:
  std::size_t width_;
  std::vector<std::string> lines_;
};

void Lines::addVariable(const SharedVariable &shared) {
  std::string head = shared.object + ": " + counted(shared.accesses, "access", "accesses");
  if (!shared.threads.empty())
    head += ", by " + threadsOf(shared);
  add(2, head, kHeadIndent);
  if (const std::string accesses = accessesOf(shared); !accesses.empty())
    add(kIndent, accesses);
  if (shared.raced)
    add(kIndent, "a race was found here: see above");
  if (const std::uint64_t left = shared.left(); left > 0)
    add(kIndent, counted(left, "pair") + (left == 1 ? " is" : " are") + " left");
  for (const Ruling &ruling : shared.rulings)
    add(kIndent, counted(ruling.pairs, "pair") + ": " + ruling.reason + " [" + ruling.prover + "]");
}

} // namespace

std::string explanationTitle(const CheckResult &result) {
  if (result.ledger.explanation.shared.empty())
    return "threads share no variable that could race";
  return result.verdict().isRaceFree() ? "what threads share, and why no two accesses race"
                                       : "what threads share, what was ruled out, and what is left";
}

std::vector<std::string> explanationLines(const CheckResult &result, std::size_t width) {
  const Explanation &explanation = result.ledger.explanation;
  Lines lines(width);
  std::size_t shown = 0;
  for (const SharedVariable &shared : explanation.shared) {
    if (shown == kVariablesShown)
      break;
    ++shown;
    lines.addVariable(shared);
  }
  if (const std::uint64_t more = explanation.shared.size() - shown + explanation.notListed;
      more > 0)
    lines.add(2, "and " + withThousands(more) + " more: --json has " +
                     (explanation.notListed == 0 ? "them all" : "many of them"));
  if (const std::uint64_t count = explanation.neverShared; count > 0)
    lines.add(2, counted(count, "variable") + (count == 1 ? " has" : " have") +
                     " no conflicting accesses by different threads");
  if (const std::uint64_t count = explanation.neverSuspect; count > 0)
    lines.add(2, counted(count, "variable") + (count == 1 ? " is" : " are") +
                     " only read, or accessed by atomic operations alone");
  return lines.take();
}

} // namespace raceward
