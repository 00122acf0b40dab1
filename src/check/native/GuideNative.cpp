#include "GuideNative.h"

#include "CodeIndex.h"
#include "raceward/base/File.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/VisibleSites.h"
#include "raceward/program/Load.h"
#include "raceward/prove/Futures.h"
#include "raceward/prove/Prover.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// Whether code of the program runs after the end of a thread or of the process.
bool hasHandlers(const Program &program) {
  constexpr std::array names{"atexit",         "on_exit", "at_quick_exit", "__cxa_atexit",
                             "pthread_atfork", "signal",  "sigaction"};
  return !program.destructors().empty() || std::ranges::any_of(names, [&](const char *name) {
    return program.module().getFunction(name) != nullptr;
  });
}

const Future &nothing() {
  static const Future none;
  return none;
}

class Knowledge final : public ProgramKnowledge {
public:
  Knowledge(Program program, const ProgramServer &server, Provers provers)
      : program_(std::move(program)), facts_(program_), suspects_(findSuspects(facts_)),
        index_(program_, server.sites()), hasHandlers_(hasHandlers(program_)) {
    for (const Prover &prover : allProvers())
      if (provers == Provers::Run)
        prover.run(facts_, suspects_);
    visible_ = visibleSites(program_, suspects_);
  }

  [[nodiscard]] std::vector<Gap> gaps() const {
    std::vector<Gap> gaps = foundationGaps(facts_);
    for (Gap &gap : bitFieldGaps(facts_, suspects_))
      gaps.push_back(std::move(gap));
    return gaps;
  }

  void guide(NativeMachine &machine) override {
    MachineNames names;
    names.variable = [this, &machine](GlobalId global) {
      const std::optional<SymbolPlace> variable = placeOf(global);
      return variable ? machine.nameOfVariable(*variable) : ObjectId();
    };
    names.lock = [this, &machine](GlobalId global, std::int64_t offset) {
      const std::optional<SymbolPlace> variable = placeOf(global);
      return variable ? machine.nameOfLock(*variable, offset) : ObjectId();
    };
    server_ = &machine.program();
    futures_ = std::make_unique<Futures>(facts_, suspects_, visible_, std::move(names));
    machine.guideBy(
        {[this](const NativeThreadPlace &place) -> const Future & { return from(place); },
         [this](std::uint32_t site) { return index_.accessAt(site); },
         [this](SiteId a, SiteId b) { return futures_->areSuspects(a, b); }});
  }

  [[nodiscard]] bool isHarmless(std::uint32_t site) const override {
    const SiteId access = index_.accessAt(site);
    return access.valid() && !visible_[access.index()];
  }

private:
  /// Nothing for a variable whose name is not unique.
  [[nodiscard]] std::optional<SymbolPlace> placeOf(GlobalId global) const {
    std::optional<SymbolPlace> found =
        server_->variableNamed(program_.globals()[global.index()].origin->getName().str());
    return found && found->isUnique ? found : std::nullopt;
  }

  [[nodiscard]] std::optional<GlobalId> globalAt(std::uint64_t address,
                                                 std::uint64_t &offset) const {
    const std::optional<SymbolPlace> variable = server_->variableAt(address);
    if (!variable || !variable->isUnique)
      return std::nullopt;
    offset = address - variable->start;
    for (const Global &global : program_.globals())
      if (global.origin->getName() == variable->name)
        return global.id;
    return std::nullopt;
  }

  const Future &from(const NativeThreadPlace &place) {
    if (place.pending.kind == RW_EV_EXIT && !hasHandlers_)
      return nothing();
    CodePoint point;
    if (!addFrames(place, point))
      return anyFuture();
    for (const NativeThreadPlace::Lock &lock : place.locks) {
      std::uint64_t offset = 0;
      if (const std::optional<GlobalId> global = globalAt(lock.address, offset))
        point.held.push_back({*global, static_cast<std::int64_t>(offset), lock.exclusive});
    }
    std::ranges::sort(point.held);
    point.held.erase(std::ranges::unique(point.held).begin(), point.held.end());
    return futures_->from(point);
  }

  /// False if the place of the thread is not known for certain.
  bool addFrames(const NativeThreadPlace &place, CodePoint &point) const {
    std::optional<InstructionRef> at = place.pending.kind == RW_EV_START
                                           ? index_.firstOf(place.root)
                                           : index_.instructionOf(place.pending);
    if (!at)
      return false;
    point.frames.push_back({*at, true});
    for (const std::uint32_t site : place.calls) {
      at = index_.callAt(site);
      if (!at)
        return false;
      point.frames.push_back({*at, false});
    }
    return program_.function(point.frames.back().at.function).name == place.root;
  }

  Program program_;
  const ProgramServer *server_ = nullptr; ///< of the machine that asks
  Facts facts_;
  SuspectSet suspects_;
  CodeIndex index_;
  bool hasHandlers_;
  std::vector<bool> visible_;
  std::unique_ptr<Futures> futures_;
};

} // namespace

Result<std::unique_ptr<ProgramKnowledge>> ProgramKnowledge::from(const ProgramServer &server,
                                                                 Provers provers) {
  const std::vector<std::string> pieces = server.bitcode();
  if (pieces.empty() || std::ranges::any_of(pieces, &std::string::empty))
    return fail(Error::Kind::Input, "the program does not have the bitcode of all its units",
                "build all of it with `raceward cc`, without --raceward-no-embed");
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  LoadRequest request;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    request.files.push_back(folder->path() + "/unit" + std::to_string(i) + ".bc");
    if (const Result<void> written = writeFileAtomically(request.files.back(), pieces[i]); !written)
      return fail(written.error());
  }
  Result<Program> program = loadProgram(request);
  if (!program)
    return fail(program.error());
  auto knowledge = std::make_unique<Knowledge>(std::move(*program), server, provers);
  if (const std::vector<Gap> gaps = knowledge->gaps(); !gaps.empty())
    return fail(Error::Kind::Input,
                "the provers do not follow all of the program: " + gaps.front().message);
  return std::unique_ptr<ProgramKnowledge>(std::move(knowledge));
}

} // namespace raceward
