// The choices of options that are not about the search itself (those: check/SearchChoices.h).
#pragma once

#include "raceward/annotate/Words.h"
#include "raceward/base/NamedValue.h"
#include "raceward/check/Check.h"
#include "raceward/check/NativeCheck.h"
#include "raceward/check/SearchChoices.h"
#include "terminal/Terminal.h"

#include <cstdint>

namespace raceward {

/// The choices of --property: a property, or data races with their effect on values.
struct AskedProperty {
  Property property = Property::NoDataRace;
  bool valueRaces = false;

  bool operator==(const AskedProperty &) const = default;
};

/// The output of `cele show`.
enum class PictureFormat : std::uint8_t { Text, Dot, Svg };

std::span<const NamedValue<DataModel>> dataModelChoices();
std::span<const NamedValue<LibraryKind>> libraryChoices();
std::span<const NamedValue<EntryMemory>> entryMemoryChoices();
std::span<const NamedValue<AskedProperty>> propertyChoices();
std::span<const NamedValue<CeleRoute>> celeRouteChoices();
std::span<const NamedValue<cele::Encoding>> encodingChoices();
std::span<const NamedValue<NativeStrategy>> strategyChoices();
std::span<const NamedValue<ColourChoice>> colourChoices();
std::span<const NamedValue<AnnotationWords>> annotationChoices();
std::span<const NamedValue<PictureFormat>> pictureFormatChoices();

} // namespace raceward
