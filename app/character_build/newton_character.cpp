// SPDX-License-Identifier: MIT
#include "app/character_build/newton_character.h"

#include "app/character/material_scales.h"
#include "app/character/switched_loads.h"
#include "app/character_build/character_keys.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/newton_body.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <string>
#include <utility>

namespace limber::app {
namespace {

// For the cache: a row for each tet with its number and weight, and a last one with the training error.
Matrix packed(const Cubature& cubature) {
    const Index count = cubature.weights.size();
    Matrix rows = Matrix::Zero(count + 1, 2);
    for (Index i = 0; i < count; ++i) {
        rows.row(i) << cubature.tets[static_cast<std::size_t>(i)], cubature.weights(i);
    }
    rows(count, 0) = cubature.training_error;
    return rows;
}

Cubature unpacked_cubature(const Matrix& rows) {
    const Index count = rows.rows() - 1;
    Cubature cubature;
    for (Index i = 0; i < count; ++i) {
        cubature.tets.push_back(static_cast<int>(rows(i, 0)));
    }
    cubature.weights = rows.col(1).head(count);
    cubature.training_error = rows(count, 0);
    return cubature;
}

// For the cache: a column for each pocket.
Matrix packed(const std::vector<PocketCurvature>& curvatures) {
    Matrix columns;
    for (const PocketCurvature& one : curvatures) {
        const Vector column = packed(one);
        columns.conservativeResize(column.size(), columns.cols() + 1);
        columns.rightCols<1>() = column;
    }
    return columns;
}

// With the second derivatives of the pockets' volumes where these take less work.
Result<CubaturePressure> pressure_of(const Character& character, CachedBuild& cached_build, Progress* progress) {
    CubaturePressure pressure = cubature_pressure(character.linear->model, character.musculature.stresses.pockets);
    if (!are_curvatures_shorter(pressure)) {
        return pressure;
    }
    const auto columns = cached_build.value<Matrix>("pockets", pockets_key(pressure), [&] {
        const auto computed = pocket_curvatures(pressure, progress);
        return computed ? Result<Matrix>(packed(computed.value())) : computed.error();
    });
    if (!columns) {
        return columns.error();
    }
    for (Index i = 0; i < columns.value().cols(); ++i) {
        pressure.curvatures.push_back(unpacked_curvature(columns.value().col(i), pressure.B.cols(), pressure.J.cols()));
    }
    return pressure;
}

constexpr double choice_share = 0.95; // of the progress

// Trained with the ratio that the material has in the scene.
Result<Cubature> chosen_cubature(const Character& character, const NewtonDescription& newton, CachedBuild& cached_build,
                                 Threads threads, Progress* progress) {
    const PartOfProgress part(progress, 0.0, choice_share);
    const Material trained = vibration_material(character.material, character.description.material).material;
    const bool needs_error = newton.training_error < training_error_range.high;
    const CubatureOptions options{.points = newton.points,
                                  .error = needs_error ? newton.training_error : 0.0,
                                  .error_max = newton.training_error,
                                  .threads = threads};
    const auto rows = cached_build.value<Matrix>("cubature", cubature_key(character, trained, newton), [&] {
        const auto chosen = cubature_of(character, {character.mesh, trained, character.linear->model, newton.energy},
                                        options, progress);
        return chosen ? Result<Matrix>(packed(chosen.value())) : chosen.error();
    });
    return rows ? Result<Cubature>(unpacked_cubature(rows.value())) : rows.error();
}

} // namespace

std::optional<Error> missing_in_newton(const CharacterDescription& description) {
    if (!description.newton) {
        return std::nullopt;
    }
    if (is_reconstructed(description.subspace)) {
        return Error{ErrorKind::bad_input,
                     std::string("a ") + name_of(description.subspace) +
                         " subspace has linear dynamics: choose another kind, or step without Newton's method",
                     description.name};
    }
    return std::nullopt;
}

std::optional<CubatureInUse> cubature_in_use(const Character& character) {
    if (character.cubature) {
        return CubatureInUse{character.cubature->point_count(), character.cubature->cubature.training_error,
                             character.seconds.cubature};
    }
    if (!character.switched || !character.description.newton) {
        return std::nullopt;
    }
    CubatureInUse largest;
    for (const SwitchedLoads::Component& one : character.switched->components) {
        const auto of_load = cubature_in_use(*one.character);
        EXPECTS(of_load);
        largest = {std::max(largest.points, of_load->points), std::max(largest.training_error, of_load->training_error),
                   largest.seconds + of_load->seconds};
    }
    return largest;
}

Result<Done> load_cubature(Character& character, std::optional<Cubature> known, CachedBuild& cached_build,
                           Threads threads, Progress* progress) {
    character.cubature = nullptr;
    const auto& newton = character.description.newton;
    if (!newton) {
        return Done{};
    }
    EXPECTS(character.linear && !character.linear->reconstruction);
    if (!known) {
        auto chosen = chosen_cubature(character, *newton, cached_build, threads, progress);
        if (!chosen) {
            return chosen.error();
        }
        known = std::move(chosen).value();
    }
    // The material of the reduced model, which the scales of its controls refer to.
    const Material material = with_volume(character.material, character.description.material);
    const PartOfProgress part(progress, choice_share, 1.0);
    auto pressure = pressure_of(character, cached_build, progress);
    if (!pressure) {
        return pressure.error();
    }
    character.cubature =
        newton_model_of({character.mesh, material, character.linear->model, newton->energy}, *std::move(known),
                        std::move(pressure).value(), character.musculature.stresses.fibres);
    return Done{};
}

} // namespace limber::app
