// SPDX-License-Identifier: MIT
#include "engine/formats/glb_look.h"

#include "engine/core/json_bytes.h"

#include <utility>

namespace limber {
namespace {

int wrap_of(PictureEdge edge) {
    return edge == PictureEdge::clamp    ? TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE
           : edge == PictureEdge::mirror ? TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT
                                         : TINYGLTF_TEXTURE_WRAP_REPEAT;
}

// The object's triangles with the first corner in each material, in the order of the materials; those without any are
// left out.
std::vector<std::pair<std::size_t, Triangles>> triangles_by_material(const SurfaceLook& look,
                                                                     const SurfaceObject& object) {
    std::vector<std::pair<std::size_t, Triangles>> parts;
    for (std::size_t material = 0; material < look.materials.size(); ++material) {
        std::vector<Index> rows;
        for (Index f = 0; f < object.F.rows(); ++f) {
            const auto corner = static_cast<std::size_t>(object.vertices[static_cast<std::size_t>(object.F(f, 0))]);
            if (look.material_of[corner] == static_cast<int>(material)) {
                rows.push_back(f);
            }
        }
        if (!rows.empty()) {
            parts.emplace_back(material, object.F(rows, Eigen::all));
        }
    }
    return parts;
}

} // namespace

std::vector<tinygltf::Primitive> LookWriter::primitives(const SurfaceObject& object, tinygltf::Primitive shared) {
    shared.mode = TINYGLTF_MODE_TRIANGLES;
    add_look(object, shared);
    std::vector<tinygltf::Primitive> made;
    const auto add = [&](const Triangles& F, int material) {
        tinygltf::Primitive& primitive = made.emplace_back(shared);
        primitive.indices = accessors_.add_triangles(F);
        primitive.material = material;
    };
    if (surface_.look.materials.empty()) {
        add(object.F, plain_material());
        return made;
    }
    for (const auto& [index, F] : triangles_by_material(surface_.look, object)) {
        add(F, material(index));
    }
    return made;
}

void LookWriter::add_look(const SurfaceObject& object, tinygltf::Primitive& primitive) {
    const std::vector<int>& vertices = object.vertices;
    const SurfaceLook& look = surface_.look;
    if (look.materials.empty()) {
        if (surface_.colours.rows() > 0) {
            const FloatPoints colours = surface_.colours(vertices, Eigen::all);
            primitive.attributes["COLOR_0"] = accessors_.add_points(colours.unaryExpr(&linear_intensity));
        }
        return;
    }
    if (look.colours.minCoeff() < 1.0) {
        const Points colours = look.colours(vertices, Eigen::all);
        primitive.attributes["COLOR_0"] = accessors_.add_points(colours.cast<float>());
    }
    if (!look.pictures.empty()) {
        const SurfaceLook::Places places = look.places(vertices, Eigen::all);
        primitive.attributes["TEXCOORD_0"] = accessors_.add_places(places.cast<float>());
    }
}

// Of a surface without materials.
int LookWriter::plain_material() {
    if (plain_material_ >= 0) {
        return plain_material_;
    }
    const bool has_own_colours = surface_.colours.rows() > 0;
    tinygltf::Material material;
    material.name = escaped_bytes(surface_.name);
    material.pbrMetallicRoughness.metallicFactor = 0.0;
    material.pbrMetallicRoughness.roughnessFactor = 0.6;
    material.pbrMetallicRoughness.baseColorFactor.assign(4, 1.0);
    for (std::size_t i = 0; i < 3 && !has_own_colours; ++i) {
        const float srgb = surface_.colour(static_cast<Index>(i));
        material.pbrMetallicRoughness.baseColorFactor[i] = static_cast<double>(linear_intensity(srgb));
    }
    model_.materials.push_back(material);
    plain_material_ = static_cast<int>(model_.materials.size()) - 1;
    return plain_material_;
}

int LookWriter::material(std::size_t index) {
    int& number = material_of_[index];
    number = number < 0 ? add_material(index) : number;
    return number;
}

int LookWriter::add_material(std::size_t index) {
    const SurfaceMaterial& look = surface_.look.materials[index];
    tinygltf::Material material;
    material.name = escaped_bytes(names_[index]);
    material.doubleSided = true;
    material.pbrMetallicRoughness.metallicFactor = 0.0;
    material.pbrMetallicRoughness.roughnessFactor = 0.6;
    material.pbrMetallicRoughness.baseColorFactor.assign(look.colour.begin(), look.colour.end());
    if (look.least_opacity > 0.0) {
        material.alphaMode = "MASK";
        material.alphaCutoff = look.least_opacity;
    }
    if (look.picture >= 0) {
        material.pbrMetallicRoughness.baseColorTexture.index = add_texture(look);
    }
    model_.materials.push_back(material);
    return static_cast<int>(model_.materials.size()) - 1;
}

int LookWriter::add_texture(const SurfaceMaterial& look) {
    tinygltf::Sampler sampler;
    sampler.wrapS = wrap_of(look.edge_u);
    sampler.wrapT = wrap_of(look.edge_v);
    model_.samplers.push_back(sampler);
    tinygltf::Texture texture;
    texture.sampler = static_cast<int>(model_.samplers.size()) - 1;
    texture.source = image(static_cast<std::size_t>(look.picture));
    model_.textures.push_back(texture);
    return static_cast<int>(model_.textures.size()) - 1;
}

int LookWriter::image(std::size_t picture) {
    if (image_of_[picture] < 0) {
        const EncodedPicture& file = surface_.look.pictures[picture];
        tinygltf::Image image;
        image.name = escaped_bytes(file.name);
        image.mimeType = file.bytes.front() == 0x89 ? "image/png" : "image/jpeg";
        image.bufferView = accessors_.add_file(file.bytes);
        model_.images.push_back(image);
        image_of_[picture] = static_cast<int>(model_.images.size()) - 1;
    }
    return image_of_[picture];
}

} // namespace limber
