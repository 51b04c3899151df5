#include "app/scene/mode_solves.h"

#include "engine/core/contract.h"

namespace limber::app {
namespace {

constexpr Index modes_a_solve = 4;

} // namespace

Index whole_solves(Index count) {
    return (count + modes_a_solve - 1) / modes_a_solve * modes_a_solve;
}

std::shared_ptr<const SkinningModes> first_modes(const std::shared_ptr<const SkinningModes>& modes, Index count) {
    EXPECTS(count <= modes->W.cols());
    if (modes->W.cols() == count) {
        return modes;
    }
    SkinningModes first = *modes;
    first.W = modes->W.leftCols(count);
    first.lambda = modes->lambda.head(count);
    return std::make_shared<const SkinningModes>(std::move(first));
}

} // namespace limber::app
