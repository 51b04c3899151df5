#pragma once

#include "engine/operators/material.h"

/// What a character's model is built of.
namespace limber::app {

/// The same shear modulus, and lambda = 2 mu. The step then scales lambda to any Poisson's ratio at once; modes and
/// clusters know nothing of it, because the weight-space Hessian of a uniform ratio is that of ratio zero times a
/// number.
Material with_volume(Material material);

} // namespace limber::app
