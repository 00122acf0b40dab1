#include "SinglePlaces.h"

#include "raceward/prove/ProverMutation.h"

namespace raceward {

bool SinglePlaces::isSingle(const llvm::Value &object) const {
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    return !global->isThreadLocal() && !global->isDeclaration();
  const auto *origin = llvm::dyn_cast<llvm::Instruction>(&object);
  if (origin == nullptr)
    return false;
  const auto [known, isNew] = single_.try_emplace(origin, false);
  if (!isNew)
    return known->second;
  const Function *function = program_.functionOf(origin->getFunction());
  if (function == nullptr)
    return false;
  const std::vector<Instruction> &code = function->code.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i)
    if (code[i].origin == origin)
      known->second = threads_.runsOnce({function->id, i}) || mutated(ProverMutation::PlacesSingle);
  return known->second;
}

std::optional<FixedPlace> SinglePlaces::placeOf(const llvm::Value &pointer) const {
  if (const std::optional<FixedPlace> fixed = fixedPlaceOf(program_, pointer))
    return fixed;
  if (!pointer.getType()->isPointerTy())
    return std::nullopt;
  const std::optional<Target> target = pointsTo_.onlyTargetOf(pointer);
  if (!target)
    return std::nullopt;
  const AbstractObject &object = pointsTo_.object(target->object);
  const bool isGlobal = object.kind == AbstractObject::Kind::Global && !object.isExternal;
  if ((!isGlobal && !object.isOnePerOrigin) || object.origin == nullptr ||
      !isSingle(*object.origin))
    return std::nullopt;
  return FixedPlace{object.origin, *target->offset};
}

} // namespace raceward
