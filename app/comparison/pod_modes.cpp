// SPDX-License-Identifier: MIT
#include "app/comparison/pod_modes.h"

#include "app/character/material_scales.h"
#include "app/character_build/newton_character.h"
#include "app/comparison/other_subspace.h"
#include "engine/body/linear_subspace.h"
#include "engine/core/stopwatch.h"
#include "engine/subspace/pod_basis.h"

#include <utility>

namespace limber::app {

Result<CharacterPtr> with_basis(const Character& character, const Matrix& basis, Threads threads, Progress* progress) {
    const Material material = with_volume(character.material, character.description.material);
    auto subspace = linear_subspace_of(character, material, basis);
    if (subspace && character.musculature.count() > 0) {
        subspace = with_muscles(character, std::move(subspace).value(), material, *character.musculature.clusters,
                                character.musculature.targets(), progress);
    }
    if (!subspace) {
        return subspace.error();
    }
    auto changed = std::make_shared<Character>(character);
    changed->model = {};
    changed->switched = nullptr; // it has this one subspace
    changed->linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
    if (character.contact_points) {
        changed->contact_points =
            std::make_shared<const ContactPoints>(contact_points_at(*changed, character.contact_points->vertices));
    }
    CachedBuild without_cache(nullptr);
    const Stopwatch watch;
    if (auto done = load_cubature(*changed, std::nullopt, without_cache, threads, progress); !done) {
        return done.error();
    }
    changed->seconds.cubature = watch.seconds();
    return CharacterPtr(changed);
}

Result<PodBody> pod_modes(const CharacterPtr& character, const AffineStack& P, const std::vector<AffineStack>& motion,
                          const PodOptions& options, Progress* progress) {
    const auto basis = pod_basis(motion, character->mass, options.displacements, progress);
    if (!basis) {
        return basis.error();
    }
    const auto changed = with_basis(*character, basis.value(), options.threads, progress);
    if (!changed) {
        return changed.error();
    }
    const State start = rest_state(*changed.value(), P, contact_points_in(*changed.value()));
    return PodBody{changed.value(), std::make_unique<ReducedCharacter>(changed.value(), start, options.instruction_set),
                   basis.value().cols()};
}

} // namespace limber::app
