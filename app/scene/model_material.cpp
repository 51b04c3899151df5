#include "app/scene/model_material.h"

#include "app/scene/character.h"

#include <cmath>

namespace limber::app {

Material with_volume(Material material) {
    constexpr double poisson = 1.0 / 3.0;
    material.young.array() *= (1.0 + poisson) / (1.0 + material.poisson.array());
    material.poisson.setConstant(poisson);
    return material;
}

// The model is built with lambda = 2 mu, see with_volume: mu = E / (2 (1 + nu)), lambda / 2 mu = nu / (1 - 2 nu).
double volume_scale(const MaterialDescription& material) {
    return material.poisson / (1.0 - 2.0 * material.poisson);
}

double young_scale(const MaterialDescription& material) {
    return material.young / (UniformMaterial{}.young * (1.0 + material.poisson));
}

double density_scale(const MaterialDescription& material) {
    return material.density / UniformMaterial{}.density;
}

SkinningModes physical_modes(const Character& character) {
    const MaterialDescription& material = character.description.material;
    const double nu = material.poisson;
    const double mu = young_scale(material);
    const double lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu);
    SkinningModes modes = *character.modes;
    modes.lambda *= (4.0 * mu + lambda) / 4.0 / density_scale(material);
    modes.W /= std::sqrt(density_scale(material));
    return modes;
}

} // namespace limber::app
