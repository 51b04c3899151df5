// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

// lambda / 2 mu.
double volume_of(double poisson) {
    return poisson / (1.0 - 2.0 * poisson);
}

} // namespace

bool has_ratios_of_its_own(const MaterialDescription& material) {
    return !material.labels.empty() &&
           std::ranges::any_of(material.regions, [](const MaterialRegion& r) { return r.poisson.has_value(); });
}

MaterialScales material_scales(const MaterialDescription& now, const MaterialDescription& built) {
    MaterialScales scales;
    scales.young = now.young / (UniformMaterial{}.young * (1.0 + now.poisson));
    scales.volume = volume_of(now.poisson);
    scales.density = now.density / UniformMaterial{}.density;
    if (has_ratios_of_its_own(built)) {
        const double volume_built = volume_of(built.poisson);
        scales.young *= 1.0 + built.poisson;
        scales.volume = volume_built > 0.0 ? scales.volume / volume_built : 1.0;
    }
    return scales;
}

MaterialScales material_scales(const MaterialDescription& now, const ModelDescription& built) {
    if (is_thin(built)) {
        return {now.young / UniformMaterial{}.young, 1.0, now.density / UniformMaterial{}.density};
    }
    return material_scales(now, built.material);
}

Material with_volume(Material material, const MaterialDescription& described) {
    if (has_ratios_of_its_own(described)) {
        return material;
    }
    constexpr double poisson = 1.0 / 3.0;
    material.young.array() *= (1.0 + poisson) / (1.0 + material.poisson.array());
    material.poisson.setConstant(poisson);
    return material;
}

VibrationMaterial vibration_material(Material material, const MaterialDescription& described) {
    if (has_ratios_of_its_own(described)) {
        return {std::move(material)};
    }
    material.poisson.setConstant(described.poisson);
    return {std::move(material), 1.0 + described.poisson};
}

VibrationMaterial muscle_material(Material material, const CharacterDescription& scene) {
    if (scene.muscles.poisson) {
        material.young.array() *= (1.0 + *scene.muscles.poisson) / (1.0 + material.poisson.array());
        material.poisson.setConstant(*scene.muscles.poisson);
        return {std::move(material)};
    }
    return vibration_material(std::move(material), scene.material);
}

bool muscles_follow_the_ratio(const ModelDescription& scene) {
    return scene.muscles.are_there() && !scene.muscles.poisson;
}

bool subspace_follows_the_ratio(const ModelDescription& scene) {
    return is_linear(scene.subspace);
}

// The weight-space Hessian scales with 4 mu + lambda. The modes were solved with lambda = 0, or with the true ratios.
double skinning_eigenvalue_scale(const MaterialDescription& now, const MaterialDescription& built) {
    const MaterialScales scales = material_scales(now, built);
    const double volume = has_ratios_of_its_own(built) ? 0.0 : scales.volume;
    return scales.young * (1.0 + 0.5 * volume) / scales.density;
}

} // namespace limber::app
