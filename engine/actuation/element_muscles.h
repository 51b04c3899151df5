// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/model/actuation_set.h"
#include "engine/model/element_model.h"

#include <vector>

/// Muscles of rods and shells: targets of the differences d_q = D x of their elements (operators/corotated_elements.h),
/// in the place of the targets of tets (actuation/muscles.h) [Coros et al. 2012, Deformable Objects Alive!, sections 3
/// and 4]. With d0_q the differences at rest and t_qv what activation 1 of muscle v adds to them,
///
///     E_a = sum_g sum_q w_q / 2 |d_q - Omega_g (d0_q + sum_v a_v t_qv)|^2
///
/// Each group g of elements shares one rotation. If the whole body is one group, the target is a shape of the body: a
/// rod follows it also where it has no twist of its own, and what is thin is as firm as what is solid. If each element
/// is a group of its own, the muscles change lengths and angles alone, as in the paper; then a straight joint of a rod
/// does not know to which side a bent target bends it.
namespace limber {

/// Q: of all elements, one after the other.
Index difference_count(const std::vector<CorotatedElement>& elements);

/// 3Q x m [m]: what displacements (3n x m, vertex by vertex) add to the differences, difference by difference.
Matrix displaced_differences(const std::vector<CorotatedElement>& elements, const Matrix& D);

/// The group of each element, numbered from zero: all in one, or each by itself.
std::vector<int> one_group(const ElementBody& body);
std::vector<int> group_of_each(const ElementBody& body);

/// 3Q x q [m]: what example poses (n x 3 [m] each) add to the differences, once each group is turned to rest by the
/// nearest rotation. Neighbours turn apart, so that targets of small groups are incompatible: they blend angles, and do
/// not shrink. Precondition: the examples are finite and have the body's vertices.
Matrix example_differences(const ElementBody& body, const std::vector<int>& groups,
                           const std::vector<Points>& examples);

/// p [-]: the size of targets (3Q x p): sqrt(sum_q w_q |t_q|^2 / sum_q w_q |d0_q|^2), a relative change of all
/// differences. 0.5 are edges that are longer by a half, or turned against each other by half a radian.
Vector sizes_of_targets(const ElementBody& body, const Matrix& targets);

/// 3n x p [m]: displacements (3n x m, finite) made independent and of the size 1, as whitened_rest_shapes
/// (rest_shapes.h) makes those of solids: without their rotation of the whole body, which changes no shape, and without
/// directions that are below `drop` times the largest squared size. In falling order of it.
Matrix whitened_element_shapes(const ElementBody& body, const Matrix& D, double drop = 1e-6);

/// Computes what a step reads. Fails with bad_input for groups or targets of another body, groups that are not numbered
/// from zero without a gap, and a target that is not finite. Precondition: `W` are the columns of the model, a model of
/// this body (element_model.h).
Result<ActuationSet> element_actuation(const ElementBody& body, const Rig& rig, const Matrix& W,
                                       const ReducedModel& model, const std::vector<int>& groups,
                                       const Matrix& targets);

} // namespace limber
