#include "options/Choices.h"

#include <array>

namespace raceward {

std::span<const NamedValue<LibraryKind>> libraryChoices() {
  static constexpr NamedValue<LibraryKind> kAll[] = {{"glibc", LibraryKind::Glibc},
                                                     {"posix", LibraryKind::Posix}};
  return kAll;
}

std::span<const NamedValue<DataModel>> dataModelChoices() {
  static constexpr std::array<NamedValue<DataModel>, 2> kChoices{
      {{"lp64", DataModel::LP64}, {"ilp32", DataModel::ILP32}}};
  return kChoices;
}

std::span<const NamedValue<AnnotationWords>> annotationChoices() {
  static constexpr std::array<NamedValue<AnnotationWords>, 2> kChoices{
      {{"rw", AnnotationWords::Own, "RW_GUARDED_BY, RW_REQUIRES and others"},
       {"linux", AnnotationWords::Linux, "__guarded_by, __must_hold and others"}}};
  return kChoices;
}

std::span<const NamedValue<EntryMemory>> entryMemoryChoices() {
  static constexpr std::array<NamedValue<EntryMemory>, 2> kChoices{
      {{toString(EntryMemory::Fresh), EntryMemory::Fresh, "new for each call"},
       {toString(EntryMemory::Shared), EntryMemory::Shared,
        "one object of each type for all calls"}}};
  return kChoices;
}

std::span<const NamedValue<AskedProperty>> propertyChoices() {
  static constexpr std::array<NamedValue<AskedProperty>, 5> kChoices{
      {{"no-data-race", {Property::NoDataRace, false}},
       {"value-races", {Property::NoDataRace, true}},
       {"assertions", {Property::Assertions, false}},
       {"memory-safety", {Property::MemorySafety, false}},
       {"deadlock", {Property::Deadlock, false}}}};
  return kChoices;
}

std::span<const NamedValue<CeleRoute>> celeRouteChoices() {
  static constexpr std::array<NamedValue<CeleRoute>, 3> kChoices{
      {{"constraints", CeleRoute::Constraints},
       {"execution", CeleRoute::Execution},
       {"both", CeleRoute::Both}}};
  return kChoices;
}

std::span<const NamedValue<cele::Encoding>> encodingChoices() {
  static constexpr std::array<NamedValue<cele::Encoding>, 4> kChoices{
      {{"pi", cele::Encoding::Pi},
       {"edges", cele::Encoding::Edges},
       {"one-edge", cele::Encoding::OneEdge},
       {"exact", cele::Encoding::Exact}}};
  return kChoices;
}

std::span<const NamedValue<NativeStrategy>> strategyChoices() {
  static constexpr std::array<NamedValue<NativeStrategy>, 5> kChoices{
      {{"auto", NativeStrategy::Auto},
       {"search", NativeStrategy::Search},
       {"random", NativeStrategy::Random},
       {"priorities", NativeStrategy::Priorities},
       {"preemptions", NativeStrategy::Preemptions}}};
  return kChoices;
}

std::span<const NamedValue<ColourChoice>> colourChoices() {
  static constexpr std::array<NamedValue<ColourChoice>, 3> kChoices{
      {{"auto", ColourChoice::Auto},
       {"always", ColourChoice::Always},
       {"never", ColourChoice::Never}}};
  return kChoices;
}

std::span<const NamedValue<PictureFormat>> pictureFormatChoices() {
  static constexpr std::array<NamedValue<PictureFormat>, 3> kChoices{
      {{"text", PictureFormat::Text}, {"dot", PictureFormat::Dot}, {"svg", PictureFormat::Svg}}};
  return kChoices;
}

} // namespace raceward
