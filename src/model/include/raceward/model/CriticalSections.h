// CriticalSections: the steps of each thread between lock and unlock.
//
// For lazy lock order (docs/develop/search.md): two sections of one mutex that touch no conflicting
// data commute as wholes, if each is plain: complete, and containing only plain accesses, local
// steps and, if the search allows it, inputs. All others keep their place in the order of the
// mutex, as do all sections of a mutex that is kept eager and those that touch an eager object.
// Whether a section is plain is known at its end, so this analyses a completed run.
#pragma once

#include "raceward/model/Dependency.h"
#include "raceward/model/Run.h"

#include <vector>

namespace raceward {

class CriticalSections {
public:
  struct Section {
    ThreadId thread;
    ObjectId mutex;
    std::uint32_t lock = Run::kNone;   ///< position in the run
    std::uint32_t unlock = Run::kNone; ///< kNone if the run ended inside the section
    bool plain = true;
  };

  /// Whether a section with an input is plain: what it touches may depend on the input.
  enum class WithInputs : std::uint8_t { ArePlain, AreNot };

  CriticalSections(const Run &run, WithInputs withInputs) : run_(run), withInputs_(withInputs) {}

  /// From now on, sections that lock or touch the object keep their place. False if that was so
  /// already.
  bool keepEager(ObjectId object);
  /// Whether sections of the mutex may commute.
  [[nodiscard]] bool lazy(ObjectId mutex) const { return !eager(mutex); }

  /// Finds the sections of the whole run.
  void rebuild();

  /// The section that the acquisition at this position begins.
  [[nodiscard]] const Section &beginningAt(std::size_t lock) const {
    return sections_[indexAt_[lock]];
  }
  /// Whether their order matters. Requires: both are sections of one mutex.
  [[nodiscard]] bool dependent(const Section &a, const Section &b) const;
  /// Position of the first event whose place in the lazy order may have changed, if the events
  /// before `fresh` are those of an earlier run: a section that was open there may have become a
  /// different one.
  [[nodiscard]] std::size_t firstUnsettled(std::size_t fresh) const;

  /// Calls `use` with each earlier section of the mutex that the acquisition at `lock` must follow,
  /// latest first.
  template <typename Use> void forEachDependentBefore(std::size_t lock, Use &&use) const {
    const Section &section = beginningAt(lock);
    const auto list = run_.touching(section.mutex);
    for (std::size_t i = list.size(); i-- > 0;) {
      if (list[i] >= lock || !std::holds_alternative<Lock>(run_[list[i]].operation.action))
        continue;
      const Section &earlier = beginningAt(list[i]);
      if (!dependent(earlier, section))
        continue;
      use(earlier);
      if (!earlier.plain)
        return; // it follows all earlier sections
    }
  }

private:
  [[nodiscard]] bool eager(ObjectId object) const {
    return object.index() < eager_.size() && eager_[object.index()];
  }
  [[nodiscard]] bool staysInside(const Action &action) const;
  [[nodiscard]] bool touchConflictingData(const Section &a, const Section &b) const;

  const Run &run_;
  WithInputs withInputs_;
  std::vector<bool> eager_; ///< per object
  std::vector<Section> sections_;
  std::vector<std::uint32_t> indexAt_;           ///< per position; valid only at acquisitions
  std::vector<std::vector<std::uint32_t>> open_; ///< per thread
};

} // namespace raceward
