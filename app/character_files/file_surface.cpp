// SPDX-License-Identifier: MIT
#include "app/character_files/file_surface.h"

#include "app/character_files/kept_pieces.h"
#include "app/imports/imported_character.h"
#include "engine/body/body_step.h"
#include "engine/formats/looked_surface.h"
#include "engine/mesh/surface_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace limber::app {
namespace {

float as_float(double value) {
    return static_cast<float>(value);
}

void append_rows(const Matrix& rows, std::vector<float>& out) {
    for (Index i = 0; i < rows.rows(); ++i) {
        for (Index j = 0; j < rows.cols(); ++j) {
            out.push_back(as_float(rows(i, j)));
        }
    }
}

std::vector<int> welded_vertices(const FileSurface& surface) {
    const auto before = [&](Index a, Index b) {
        for (Index axis = 0; axis < 3; ++axis) {
            if (surface.X(a, axis) != surface.X(b, axis)) {
                return surface.X(a, axis) < surface.X(b, axis);
            }
        }
        return a < b;
    };
    const auto move_alike = [&](Index a, Index b) {
        return surface.rig.W.row(a) == surface.rig.W.row(b) &&
               std::ranges::all_of(surface.rig.targets,
                                   [&](const Target& target) { return target.d.row(a) == target.d.row(b); });
    };
    const auto count = static_cast<std::size_t>(surface.X.rows());
    std::vector<Index> order(count);
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::sort(order, before);
    std::vector<int> first(count);
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        while (end < count && surface.X.row(order[end]) == surface.X.row(order[begin])) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            const auto same = std::find_if(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                           order.begin() + static_cast<std::ptrdiff_t>(i),
                                           [&](Index other) { return move_alike(other, order[i]); });
            first[static_cast<std::size_t>(order[i])] = static_cast<int>(*same);
        }
        begin = end;
    }
    return first;
}

float shown_channel(double linear) {
    return as_float(std::pow(linear, 1.0 / 2.2)); // as the shaders convert it back
}

bool is_white(const SurfaceMaterial& material) {
    return material.picture < 0 && material.colour[0] == 1.0 && material.colour[1] == 1.0 && material.colour[2] == 1.0;
}

void append_colours(const SurfaceLook& look, DrawnMesh& drawn) {
    for (Index i = 0; i < look.colours.rows(); ++i) {
        drawn.has_colour.push_back(is_plain(look, i) ? 0.0F : 1.0F);
        for (Index channel = 0; channel < 3; ++channel) {
            drawn.colours.push_back(shown_channel(look.colours(i, channel)));
        }
    }
}

SkinMaterial skin_material(const SurfaceMaterial& material) {
    SkinMaterial made;
    std::ranges::transform(material.colour, made.colour.begin(), as_float);
    made.edge_u = static_cast<float>(material.edge_u);
    made.edge_v = static_cast<float>(material.edge_v);
    made.least_opacity = as_float(material.least_opacity);
    return made;
}
static_assert(static_cast<int>(PictureEdge::mirror) == 1 && static_cast<int>(PictureEdge::clamp) == 2);

std::shared_ptr<FileSurface> placed(const SurfaceMesh& surface, SurfaceLook look, const Character& character) {
    const CharacterDescription& scene = character.description;
    auto made = std::make_shared<FileSurface>();
    made->X = scene.metres_per_unit * surface.V * rotation_of(scene.turn).transpose();
    made->F = surface.F;
    made->embedding = embedding(made->X, character.mesh);
    made->look = std::move(look);
    made->look.normals *= rotation_of(scene.turn).transpose();
    return made;
}

bool has_the_parts_of(const RigDraft& file, const Rig& rig) {
    return file.skeleton.bone_count() == rig.skeleton.bone_count() &&
           std::ranges::equal(file.targets, rig.targets, {}, &Target::name, &Target::name);
}

Result<FileSurfacePtr> surface_of_gltf(const Character& character, GltfReads& files) {
    const CharacterDescription& scene = character.description;
    const auto read = files.read(scene.mesh);
    if (!read) {
        return read.error();
    }
    const GltfCharacter& file = read.value()->value;
    if (has_its_own_rig(scene) && !has_the_parts_of(file.rig, character.rig)) {
        return Error{ErrorKind::bad_input, "has other bones or morph targets than when it was opened; open it again",
                     scene.mesh.string()};
    }
    const std::vector<int> vertices = vertices_of_kept_pieces(file.rig.surface, character);
    const bool is_whole = has_all_vertices(vertices, file.rig.surface);
    RigDraft draft = is_whole ? file.rig : part_of(file.rig, vertices);
    const auto made = placed(draft.surface, is_whole ? file.look : part_of(file.look, vertices), character);
    if (has_its_own_rig(scene)) {
        made->rig = at_own_points(std::move(draft), character.rig);
        made->morphs_first = true;
        for (Target& target : made->rig.targets) {
            target.d = scene.metres_per_unit * target.d * rotation_of(scene.turn).transpose();
        }
    } else {
        made->rig = carried_rig(character.rig, made->embedding);
    }
    made->welded = welded_vertices(*made);
    return FileSurfacePtr(made);
}

Result<FileSurfacePtr> surface_of_mesh(const Character& character) {
    auto read = read_looked_surface(character.description.mesh);
    if (!read) {
        return read.error();
    }
    auto [looked, warnings] = std::move(read).value();
    const std::vector<int> vertices = vertices_of_kept_pieces(looked.surface, character);
    if (!has_all_vertices(vertices, looked.surface)) {
        looked = {part_of(looked.surface, vertices), part_of(looked.look, vertices)};
    }
    const auto made = placed(looked.surface, std::move(looked.look), character);
    made->rig = carried_rig(character.rig, made->embedding);
    made->welded = welded_vertices(*made);
    for (const std::string& warning : warnings) {
        made->warnings.push_back(character.description.mesh.filename().string() + ": " + warning);
    }
    return FileSurfacePtr(made);
}

} // namespace

Rig carried_rig(const Rig& rig, const Embedding& embedding) {
    Rig carried{rig.skeleton, embedding.carried(rig.W)};
    for (const Target& target : rig.targets) {
        carried.targets.push_back({target.name, target.bone, embedding.carried(target.d)});
    }
    return carried;
}

bool has_its_own_rig(const CharacterDescription& scene) {
    return scene.rig_kind == RigKind::file && scene.rig == scene.mesh;
}

Result<FileSurfacePtr> file_surface(const Character& character) {
    GltfReads files(GltfClips::left_out);
    return file_surface(character, files);
}

Result<FileSurfacePtr> file_surface(const Character& character, GltfReads& files) {
    if (character.thin) {
        return FileSurfacePtr();
    }
    const std::filesystem::path& file = character.description.mesh;
    return is_character_format(file) ? surface_of_gltf(character, files)
           : is_surface_file(file)   ? surface_of_mesh(character)
                                     : FileSurfacePtr();
}

std::vector<std::string> missing_in_look(const std::filesystem::path& mesh) {
    std::vector<std::string> missing;
    if (!is_surface_file(mesh)) {
        return missing;
    }
    const auto read = read_looked_surface(mesh);
    if (!read) {
        return missing; // it was refused where the surface itself is read
    }
    const auto add = [&](const std::vector<std::string>& warnings) {
        std::ranges::transform(warnings, std::back_inserter(missing),
                               [&](const std::string& warning) { return mesh.filename().string() + ": " + warning; });
    };
    add(read.value().warnings);
    add(skin_materials(read.value().value.look).warnings);
    return missing;
}

Matrix secondary_jacobian(const FileSurface& surface, const Character& character) {
    return rig_jacobian(surface.X, surface.embedding.carried(secondary_weights(character)));
}

Points surface_positions(const FileSurface& surface, const Matrix& jacobian, const Character& character,
                         const State& state) {
    Points x = is_reconstructed(character)
                   ? Points(surface.embedding.carried(displacements(character, state.Z, state.P)))
                   : Points(jacobian * secondary_maps(character, state.Z));
    if (surface.morphs_first) {
        add_morphed_motion(surface.X, surface.rig, state.P, x);
    } else {
        add_rig_motion(surface.X, surface.rig, state.P, x);
    }
    return x;
}

bool is_plain(const SurfaceLook& look, Index vertex) {
    const auto material = static_cast<std::size_t>(look.material_of[static_cast<std::size_t>(vertex)]);
    return is_white(look.materials[material]) && look.colours.row(vertex).minCoeff() >= 1.0;
}

bool has_look(const FileSurface& surface) {
    for (Index vertex = 0; vertex < surface.X.rows(); ++vertex) {
        if (!is_plain(surface.look, vertex)) {
            return true;
        }
    }
    return false;
}

DrawnMesh drawn_mesh(const FileSurface& surface, const Character& character) {
    const Matrix weights = surface.embedding.carried(secondary_weights(character));
    DrawnMesh drawn;
    append_rows(surface.X, drawn.positions);
    append_rows(surface.look.normals, drawn.normals);
    append_rows(surface.rig.W, drawn.rig_weights);
    append_rows(weights, drawn.mode_weights);
    append_rows(displacements_of(surface.rig.targets, surface.X.rows()), drawn.targets);
    drawn.triangles.assign(surface.F.data(), surface.F.data() + surface.F.size());
    drawn.vertex_count = static_cast<int>(surface.X.rows());
    drawn.bone_count = character.bone_count();
    drawn.target_count = character.rig.target_count();
    drawn.mode_count = static_cast<int>(weights.cols());
    drawn.morphs_first = surface.morphs_first;
    drawn.welded.assign(surface.welded.begin(), surface.welded.end());
    append_colours(surface.look, drawn);
    return drawn;
}

Repaired<std::shared_ptr<const SkinMaterials>> skin_materials(const SurfaceLook& look) {
    Repaired<std::shared_ptr<const SkinMaterials>> result;
    SkinMaterials made;
    std::vector<Picture> pictures;
    std::vector<float> layer_of;
    for (const EncodedPicture& encoded : look.pictures) {
        auto decoded = decoded_picture(encoded.bytes, encoded.name);
        layer_of.push_back(decoded ? static_cast<float>(pictures.size()) : -1.0F);
        if (decoded) {
            pictures.push_back(std::move(decoded).value());
        } else {
            result.warnings.push_back(sentence(decoded.error()));
        }
    }
    for (const SurfaceMaterial& material : look.materials) {
        made.materials.push_back(skin_material(material));
        if (material.picture >= 0) {
            made.materials.back().layer = layer_of[static_cast<std::size_t>(material.picture)];
        }
    }
    for (Index i = 0; i < look.places.rows(); ++i) {
        made.places.push_back({{as_float(look.places(i, 0)), as_float(look.places(i, 1))},
                               static_cast<float>(look.material_of[static_cast<std::size_t>(i)])});
    }
    if (!pictures.empty()) {
        made.pictures = std::make_shared<const PictureLayers>(picture_layers(pictures));
    }
    result.value = std::make_shared<const SkinMaterials>(std::move(made));
    return result;
}

} // namespace limber::app
