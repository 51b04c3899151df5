// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/reduced_model.h"
#include "engine/operators/corotated_elements.h"
#include "engine/subspace/skinning_modes.h"

#include <vector>

/// The reduced model of a rod or shell: x = W z + J P with z as k x 3 numbers, which the step of solids runs unchanged.
/// Each element is a cluster with a rotation of its own. With as many columns of W as vertices the basis is complete:
/// every vertex moves by itself.
///
/// A column of W is the displacement of the vertices along each axis. As the weights of affine maps (reduced_model.h)
/// its maps only translate, so that everything that blends the maps of a skinning subspace also moves a rod or shell.
namespace limber {

/// What a rod or shell is made of.
struct ElementBody {
    Points X;    // n x 3 rest positions [m]
    Vector mass; // n [kg]
    std::vector<CorotatedElement> elements;
};

/// The eigenvectors of the Laplacian of the elements with the lowest eigenvalues in the mass, W n x k: `count` of them,
/// or all n where there are no more vertices. Fails with bad_input for a count below one and for sizes or a stiffness
/// beyond what a solver represents, with not_converged, and with cancelled.
Result<SkinningModes> element_modes(const ElementBody& body, Index count, Progress* progress = nullptr);

/// `W`: n x m columns of displacements. Fails with bad_input when sizes disagree, a number is not finite, or there is
/// no element.
Result<ReducedModel> element_model(const ElementBody& body, const Rig& rig, const Matrix& W);

} // namespace limber
