// SPDX-License-Identifier: MIT
#include "app/view/scene_baking.h"

#include "app/character_skin/skin.h"
#include "app/view/drawables.h"
#include "engine/body/body_step.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace limber::app {
namespace {

FloatPoints rows_of(const std::vector<float>& values) {
    return Eigen::Map<const FloatPoints>(values.data(), static_cast<Index>(values.size()) / 3, 3);
}

Eigen::Vector3f colour_of(const Character& character) {
    const Colour& colour = character.description.look.colour;
    return Eigen::Vector3f(colour.red, colour.green, colour.blue) / 255.0F;
}

// The bone with the largest weight at each of these vertices; bones without any are not counted.
std::vector<int> bone_parts(const Matrix& W) {
    std::map<Index, int> part_of_bone;
    std::vector<int> parts;
    for (Index i = 0; i < W.rows() && W.cols() > 1; ++i) {
        Index bone = 0;
        W.row(i).maxCoeff(&bone);
        parts.push_back(part_of_bone.try_emplace(bone, static_cast<int>(part_of_bone.size())).first->second);
    }
    return parts;
}

BakedSurface thin_surface_at_rest(const Character& character) {
    BakedSurface surface;
    surface.F = character.thin_surface->triangles;
    surface.rest = positions_on(*character.thin_surface, character.mesh.X).cast<float>();
    return surface;
}

BakedSurface boundary_at_rest(const Character& character) {
    const DrawnMesh drawn = drawn_mesh(character);
    BakedSurface surface;
    surface.F = Eigen::Map<const Eigen::Matrix<std::uint32_t, Eigen::Dynamic, 3, Eigen::RowMajor>>(
                    drawn.triangles.data(), static_cast<Index>(drawn.triangles.size()) / 3, 3)
                    .cast<int>();
    surface.rest = rows_of(drawn.positions);
    surface.colours = rows_of(drawn.colours);
    surface.part_of = bone_parts(character.rig.W(character.boundary_vertices, Eigen::all));
    return surface;
}

// Vertices that were doubled for their pictures alone have one normal.
std::vector<int> shared_normals(const FileSurface& surface) {
    std::map<std::tuple<int, double, double, double>, int> first;
    std::vector<int> shared;
    for (Index i = 0; i < surface.X.rows(); ++i) {
        const auto normal = surface.look.normals.row(i);
        const auto vertex = static_cast<int>(i);
        const bool is_known = normal.squaredNorm() > 0.0; // without normals, doubled vertices are an edge
        const int place = is_known ? surface.welded[static_cast<std::size_t>(i)] : vertex;
        shared.push_back(first.try_emplace({place, normal(0), normal(1), normal(2)}, vertex).first->second);
    }
    return shared;
}

FloatPoints shown_colours(const SurfaceLook& look, const Eigen::Vector3f& otherwise) {
    FloatPoints colours(look.colours.rows(), 3);
    for (Index i = 0; i < colours.rows(); ++i) {
        const SurfaceMaterial& material =
            look.materials[static_cast<std::size_t>(look.material_of[static_cast<std::size_t>(i)])];
        for (Index channel = 0; channel < 3; ++channel) {
            const double linear = look.colours(i, channel) * material.colour[static_cast<std::size_t>(channel)];
            colours(i, channel) = is_plain(look, i) ? otherwise(channel) : srgb_intensity(static_cast<float>(linear));
        }
    }
    return colours;
}

// Materials that are white have the colour of the character, as they are drawn.
void colour_plain_materials(SurfaceLook& look, const Eigen::Vector3f& colour) {
    std::vector<bool> is_coloured(look.materials.size(), false);
    for (Index i = 0; i < look.colours.rows(); ++i) {
        if (!is_plain(look, i)) {
            is_coloured[static_cast<std::size_t>(look.material_of[static_cast<std::size_t>(i)])] = true;
        }
    }
    for (std::size_t m = 0; m < look.materials.size(); ++m) {
        for (std::size_t channel = 0; channel < 3 && !is_coloured[m]; ++channel) {
            look.materials[m].colour[channel] =
                static_cast<double>(linear_intensity(colour(static_cast<Index>(channel))));
        }
    }
}

BakedSurface file_surface_at_rest(const FileSurface& file, const Eigen::Vector3f& colour) {
    BakedSurface surface;
    surface.F = file.F;
    surface.rest = file.X.cast<float>();
    surface.colours = shown_colours(file.look, colour);
    surface.look = file.look;
    surface.normal_of = shared_normals(file);
    surface.part_of = bone_parts(file.rig.W);
    colour_plain_materials(surface.look, colour);
    return surface;
}

// About which the coordinates' maps are taken, so that their numbers are not larger than the body.
RestFrame centre_of(const Character& character) {
    return {rest_frame(character.mesh.X).centre, 1.0};
}

Matrix beside(const Matrix& left, const Matrix& right) {
    Matrix both(left.rows(), left.cols() + right.cols());
    both << left, right;
    return both;
}

// n x k: a column for each row of `coordinates`. A linear subspace has a displacement in place of each affine map.
Matrix coordinate_columns(const Points& X, const Rig& rig, const Matrix& weights, const Character& character) {
    const Points centred = in_frame(X, centre_of(character));
    return beside(rig_jacobian(centred, rig), character.linear ? weights : rig_jacobian(centred, weights));
}

Matrix coordinate_columns(const Character& character) {
    const std::vector<int>& vertices = character.boundary_vertices;
    const Matrix J = coordinate_columns(character.mesh.X, character.rig, secondary_weights(character), character);
    return J(vertices, Eigen::all);
}

Matrix coordinate_columns(const FileSurface& surface, const Character& character) {
    return coordinate_columns(surface.X, surface.rig, surface.embedding.carried(secondary_weights(character)),
                              character);
}

// k x 3
AffineStack coordinates(const Character& character, const State& state) {
    const RestFrame back{-centre_of(character).centre, 1.0}; // from [X 1] to [X - centre, 1]
    const AffineStack rig = out_of_frame(state.P, back);
    const AffineStack maps = out_of_frame(secondary_maps(character, state.Z), back);
    const AffineStack secondary =
        character.linear ? AffineStack(maps(Eigen::seq(3, Eigen::last, Eigen::fix<4>), Eigen::all)) : maps;
    AffineStack all(rig.rows() + secondary.rows(), 3);
    all << rig, secondary;
    return all;
}

// Where morph targets come before the bones, a vertex moves with products of their weights and the bones' maps.
bool has_moving_morphs(const FileSurfacePtr& surface, const State& state) {
    return surface && surface->morphs_first &&
           std::ranges::any_of(target_weights_in(surface->rig, state.P), [](double weight) { return weight != 0.0; });
}

} // namespace

Result<SceneBaking> SceneBaking::of(std::vector<CharacterPtr> characters) {
    SceneBaking baking;
    for (const CharacterPtr& character : characters) {
        if (auto added = baking.add(character); !added) {
            return added.error();
        }
    }
    return baking;
}

Result<Done> SceneBaking::add(const CharacterPtr& character) {
    const bool is_known = character->skin != nullptr;
    const auto file = is_known ? Result<FileSurfacePtr>(character->skin->file_surface) : file_surface(*character);
    if (!file) {
        return file.error();
    }
    const FileSurfacePtr& own = file.value();
    BakedSurface surface = own                       ? file_surface_at_rest(*own, colour_of(*character))
                           : character->thin_surface ? thin_surface_at_rest(*character)
                                                     : boundary_at_rest(*character);
    surface.name = character->description.name;
    surface.colour = colour_of(*character);
    motion_.surfaces.push_back(std::move(surface));
    characters_.push_back({character, own, own ? secondary_jacobian(*own, *character) : Matrix(), 1.0, false});
    return Done{};
}

void SceneBaking::set_dynamics(const std::vector<double>& shares) {
    EXPECTS(shares.size() == characters_.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        characters_[i].dynamics = shares[i];
    }
}

Points SceneBaking::positions(const Baked& baked, const State& state) {
    if (baked.character->thin_surface) {
        return positions_on(*baked.character->thin_surface, body_positions(*baked.character, state));
    }
    return baked.surface
               ? surface_positions(*baked.surface, baked.jacobian, *baked.character, state)
               : Points(body_positions(*baked.character, state)(baked.character->boundary_vertices, Eigen::all));
}

void SceneBaking::keep_coordinates() {
    for (std::size_t i = 0; i < characters_.size(); ++i) {
        Baked& baked = characters_[i];
        EXPECTS(motion_.surfaces[i].frames.empty());
        if (!is_reconstructed(*baked.character) && !baked.character->thin_surface) {
            motion_.surfaces[i].linear.J = baked.surface ? coordinate_columns(*baked.surface, *baked.character)
                                                         : coordinate_columns(*baked.character);
            baked.keeps_coordinates = true;
        }
    }
}

void SceneBaking::add_coordinates(std::size_t index, const State& state) {
    Baked& baked = characters_[index];
    LinearMotion& linear = motion_.surfaces[index].linear;
    if (baked.keeps_coordinates && has_moving_morphs(baked.surface, state)) {
        baked.keeps_coordinates = false;
        linear = {};
    }
    if (baked.keeps_coordinates) {
        linear.P.push_back(coordinates(*baked.character, state));
    }
}

void SceneBaking::add_frame(const std::vector<const State*>& states) {
    EXPECTS(states.size() == characters_.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        const State shown = with_share(*states[i], characters_[i].dynamics); // J p + share B z
        motion_.surfaces[i].frames.push_back(positions(characters_[i], shown).cast<float>());
        add_coordinates(i, shown);
    }
}

BakedMotion SceneBaking::take(double frames_per_second) {
    motion_.frames_per_second = frames_per_second;
    return std::exchange(motion_, {});
}

std::optional<Error> SceneBaking::fault_in_length(std::uint64_t frames) const {
    constexpr double gigabyte = 1024.0 * 1024.0 * 1024.0;
    constexpr double bytes_max = 4.0 * gigabyte;
    double bytes = 0.0;
    for (const BakedSurface& surface : motion_.surfaces) {
        const auto coordinates = static_cast<double>(3 * surface.linear.J.cols());
        const double bytes_a_frame =
            static_cast<double>(surface.rest.size()) * sizeof(float) + coordinates * sizeof(double);
        bytes +=
            bytes_a_frame * static_cast<double>(frames) + static_cast<double>(surface.linear.J.size()) * sizeof(double);
    }
    if (bytes <= bytes_max) {
        return std::nullopt;
    }
    std::array<char, 32> size{};
    std::snprintf(size.data(), size.size(), "%.3g", bytes / gigabyte);
    return Error{ErrorKind::bad_input,
                 std::string("would take ") + size.data() + " GB of memory; the most is 4 GB, so export fewer frames",
                 "frames"};
}

} // namespace limber::app
