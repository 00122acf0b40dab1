// The discipline of locks that the walk has proved, by declaration.
#pragma once

#include "raceward/model/Discipline.h"
#include "raceward/prove/Facts.h"

namespace raceward {

Discipline disciplineOf(const Facts &facts);

} // namespace raceward
