// SPDX-License-Identifier: MIT
#include "app/character_build/thin_muscles.h"

#include "app/character_build/character_cage.h"
#include "app/character_build/character_examples.h"
#include "app/character_build/thin_character.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/element_muscles.h"

#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// Targets of muscles, with the displacements that show them.
struct ThinTargets {
    Matrix D;           // 3n x m [m]
    Matrix differences; // 3Q x m [m]
};

void add_targets(ThinTargets& all, const Matrix& D, const Matrix& differences) {
    all.D.conservativeResize(D.rows(), all.D.cols() + D.cols());
    all.D.rightCols(D.cols()) = D;
    all.differences.conservativeResize(differences.rows(), all.differences.cols() + differences.cols());
    all.differences.rightCols(differences.cols()) = differences;
}

Result<Done> add_thin_cage(Character& character, const ElementBody& body, ThinTargets& all) {
    const auto weights = cage_weights(character);
    if (!weights) {
        return weights.error();
    }
    const Matrix shapes = whitened_element_shapes(body, cage_muscles(weights.value()));
    if (auto fault = fault_in_muscle_count(shapes.cols(), fewer_of_cage, "muscles.cage")) {
        return *fault;
    }
    for (Index v = 0; v < shapes.cols(); ++v) {
        character.musculature.names.push_back("Cage " + std::to_string(v + 1));
    }
    add_targets(all, shapes, displaced_differences(body.elements, shapes));
    return Done{};
}

Result<Done> add_thin_skinning_modes(Character& character, const ElementBody& body, ThinTargets& all) {
    const auto maps = skinning_maps(character);
    if (!maps) {
        return maps.error();
    }
    const Matrix shapes = whitened_element_shapes(body, maps.value());
    const Index count = all.D.cols() + shapes.cols();
    if (auto fault = fault_in_muscle_count(count, fewer_skinning_modes, "muscles.skinning_modes")) {
        return *fault;
    }
    for (Index v = 0; v < shapes.cols(); ++v) {
        character.musculature.names.push_back("Skinning " + std::to_string(v + 1));
    }
    add_targets(all, shapes, displaced_differences(body.elements, shapes));
    return Done{};
}

Result<Done> add_thin_examples(Character& character, const ElementBody& body, const std::vector<int>& groups,
                               ThinTargets& all) {
    const auto shapes = example_shapes(character);
    if (!shapes) {
        return shapes.error();
    }
    const Index count = all.D.cols() + static_cast<Index>(shapes.value().size());
    if (auto fault = fault_in_muscle_count(count, "remove some of the example poses", "muscles.examples")) {
        return *fault;
    }
    const Matrix targets = example_differences(body, groups, shapes.value());
    const Vector sizes = sizes_of_targets(body, targets);
    const std::vector<ExamplePose>& examples = character.description.muscles.examples;
    Musculature& musculature = character.musculature;
    for (std::size_t k = 0; k < examples.size(); ++k) {
        const auto column = static_cast<Index>(k);
        if (!(sizes(column) >= least_size_of_example)) {
            return example_at_rest(examples[k].name);
        }
        musculature.names.push_back(examples[k].name);
        musculature.examples.push_back(column);
        const Points d = shapes.value()[k] - character.mesh.X;
        add_targets(all, Eigen::Map<const Vector>(d.data(), d.size()) / sizes(column),
                    targets.col(column) / sizes(column));
    }
    musculature.example_strains = sizes;
    return Done{};
}

// The square of the frequency of each target: of the elements' stiffness over the mass that it moves.
Vector thin_frequencies_squared(const Character& character, const ElementBody& body, const ThinTargets& all) {
    const double stiffness = 3.0 * character.model.w_sum; // of a target of size 1
    const Vector sizes = sizes_of_targets(body, all.differences);
    Vector lambda(all.D.cols());
    for (Index v = 0; v < all.D.cols(); ++v) {
        const Eigen::Map<const Points> d(all.D.col(v).data(), all.D.rows() / 3, 3);
        lambda(v) = stiffness * sizes(v) * sizes(v) / body.mass.dot(d.rowwise().squaredNorm());
    }
    return lambda;
}

} // namespace

Result<Done> grow_thin_muscles(Character& character) {
    const MuscleDescription& described = character.description.muscles;
    const auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    const ElementBody& body = elements.value();
    const std::vector<int> groups = described.clusters > 1 ? group_of_each(body) : one_group(body);
    ThinTargets all;
    if (described.has_cage()) {
        if (auto added = add_thin_cage(character, body, all); !added) {
            return added;
        }
    }
    if (described.skinning_modes > 0) {
        if (auto added = add_thin_skinning_modes(character, body, all); !added) {
            return added;
        }
    }
    if (!described.examples.empty()) {
        if (auto added = add_thin_examples(character, body, groups, all); !added) {
            return added;
        }
    }
    auto set = element_actuation(body, character.rig, character.modes->W, character.model, groups, all.differences);
    if (!set) {
        return set.error();
    }
    character.model.actuation = std::move(set).value();
    character.musculature.lambda = thin_frequencies_squared(character, body, all);
    character.musculature.cluster_count = described.clusters > 1 ? static_cast<int>(groups.size()) : 1;
    character.musculature.D = std::make_shared<const Matrix>(std::move(all.D));
    return Done{};
}

} // namespace limber::app
