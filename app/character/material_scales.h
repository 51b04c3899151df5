// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/operators/material.h"

/// Base values of a material as scalars of the step, so that their sliders need no rebuild.
///
/// A body is built with a reference material: Young's modulus and density of `UniformMaterial` times the factors of the
/// regions. If all regions use the base's Poisson's ratio, mu is that of ratio 0 and lambda = 2 mu, which the step
/// scales to any ratio:
///
///     mu = E / (2 (1 + nu)),   lambda / 2 mu = nu / (1 - 2 nu)
///
/// If a region has its own ratio, no single factor converts between base ratios. Such a body is built with its true
/// ratios; for another base ratio, lambda is scaled as a whole until the body is rebuilt.
namespace limber::app {

bool has_ratios_of_its_own(const MaterialDescription& material);

/// Factors of the model's values.
struct MaterialScales {
    double young = 1.0;
    double volume = 1.0; // lambda / mu
    double density = 1.0;
};
/// `now`: the requested base values; `built`: the material with which the body was built.
MaterialScales material_scales(const MaterialDescription& now, const MaterialDescription& built);
/// The same of a body that may consist of rods or be a shell, whose Poisson's ratio is built in.
MaterialScales material_scales(const MaterialDescription& now, const ModelDescription& built);

/// The factor from the eigenvalues of the reference material's skinning modes to those of the material `now`.
double skinning_eigenvalue_scale(const MaterialDescription& now, const MaterialDescription& built);

/// The material with which a model is built: unchanged if regions have their own ratios, else with lambda = 2 mu.
Material with_volume(Material material, const MaterialDescription& described);

/// The material of vibration modes.
struct VibrationMaterial {
    Material material;
    /// The factor from the modes' eigenvalues to those with the reference material's shear modulus, to which
    /// MaterialScales::young applies.
    double lambda_scale = 1.0;
};
/// Of the body: its ratios are those of the base or of the regions.
VibrationMaterial vibration_material(Material material, const MaterialDescription& described);
/// Of the muscles: as the body's, but if the muscles have a ratio, it is that everywhere, with the same shear modulus.
VibrationMaterial muscle_material(Material material, const CharacterDescription& scene);
/// Whether a change of the base ratio changes the modes of the muscles.
bool muscles_follow_the_ratio(const ModelDescription& scene);
/// Whether a change of the base ratio changes the subspace.
bool subspace_follows_the_ratio(const ModelDescription& scene);

} // namespace limber::app
