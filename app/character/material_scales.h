#pragma once

#include "app/document/character_description.h"
#include "engine/operators/material.h"

/// Base values of a material as plain numbers of the step, so that turning their sliders rebuilds nothing.
///
/// A body is built of a reference material: Young's modulus and density of `UniformMaterial` times the factors of the
/// regions, and, as long as every region takes the base's Poisson's ratio, mu of the ratio 0 and lambda = 2 mu, which
/// the step scales to any ratio at once:
///
///     mu = E / (2 (1 + nu)),   lambda / 2 mu = nu / (1 - 2 nu)
///
/// Where a region has a ratio of its own, no one number leads from one base ratio to another. Such a body is built of
/// its true ratios; another base ratio is met by scaling lambda as a whole until the body is built anew.
namespace limber::app {

bool has_ratios_of_its_own(const MaterialDescription& material);

/// Times what the model holds.
struct MaterialScales {
    double young = 1.0;
    double volume = 1.0; // lambda / mu
    double density = 1.0;
};
/// `now`: the base values that are asked for; `built`: what the body was built of.
MaterialScales material_scales(const MaterialDescription& now, const MaterialDescription& built);

/// Times the eigenvalues of the reference material's skinning modes: those of the material `now`.
double skinning_eigenvalue_scale(const MaterialDescription& now, const MaterialDescription& built);

/// `material` as a model is built of it: itself where it has ratios of its own, else with lambda = 2 mu.
Material with_volume(Material material, const MaterialDescription& described);

/// What the muscles' vibration modes are solved for.
struct MuscleMaterial {
    Material material;
    /// Times which the modes' eigenvalues are those of the reference material's shear modulus, that is, what
    /// MaterialScales::young scales.
    double lambda_scale = 1.0;
};
/// The body's own ratios, whether the base or the regions state them, or, where the muscles state one, that ratio
/// everywhere with the same shear modulus.
MuscleMaterial muscle_material(Material material, const CharacterDescription& scene);
/// Whether another base ratio changes the modes of the muscles.
bool muscles_follow_the_ratio(const CharacterDescription& scene);

} // namespace limber::app
