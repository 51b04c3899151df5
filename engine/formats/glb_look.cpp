// SPDX-License-Identifier: MIT
#include "engine/formats/glb_look.h"

#include "engine/core/json_bytes.h"

#include <string>
#include <utility>

namespace limber {
namespace {

int add_material(tinygltf::Model& model, const BakedSurface& surface) {
    const bool has_own_colours = surface.colours.rows() > 0;
    tinygltf::Material material;
    material.name = escaped_bytes(surface.name);
    material.pbrMetallicRoughness.metallicFactor = 0.0;
    material.pbrMetallicRoughness.roughnessFactor = 0.6;
    material.pbrMetallicRoughness.baseColorFactor.assign(4, 1.0);
    for (std::size_t i = 0; i < 3 && !has_own_colours; ++i) {
        const float srgb = surface.colour(static_cast<Index>(i));
        material.pbrMetallicRoughness.baseColorFactor[i] = static_cast<double>(linear_intensity(srgb));
    }
    model.materials.push_back(material);
    return static_cast<int>(model.materials.size()) - 1;
}

int wrap_of(PictureEdge edge) {
    return edge == PictureEdge::clamp    ? TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE
           : edge == PictureEdge::mirror ? TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT
                                         : TINYGLTF_TEXTURE_WRAP_REPEAT;
}

// The materials of a surface's look, and its pictures.
class LookWriter {
public:
    LookWriter(tinygltf::Model& model, const BakedSurface& surface, GlbAccessors& accessors)
        : model_(model), surface_(surface), accessors_(accessors), names_(material_names(surface)),
          image_of_(surface.look.pictures.size(), -1) {}

    int add_material(std::size_t index) {
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

private:
    int add_texture(const SurfaceMaterial& look) {
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

    int image(std::size_t picture) {
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

    tinygltf::Model& model_;
    const BakedSurface& surface_;
    GlbAccessors& accessors_;
    std::vector<std::string> names_;
    std::vector<int> image_of_;
};

// The triangles with the first corner in each material, in the order of the materials; those without any are left out.
std::vector<std::pair<std::size_t, Triangles>> triangles_by_material(const BakedSurface& surface) {
    std::vector<std::pair<std::size_t, Triangles>> parts;
    for (std::size_t material = 0; material < surface.look.materials.size(); ++material) {
        std::vector<Index> rows;
        for (Index f = 0; f < surface.F.rows(); ++f) {
            const auto corner = static_cast<std::size_t>(surface.F(f, 0));
            if (surface.look.material_of[corner] == static_cast<int>(material)) {
                rows.push_back(f);
            }
        }
        if (!rows.empty()) {
            parts.emplace_back(material, surface.F(rows, Eigen::all));
        }
    }
    return parts;
}

void add_look(const BakedSurface& surface, tinygltf::Primitive& primitive, GlbAccessors& accessors) {
    if (surface.look.materials.empty()) {
        if (surface.colours.rows() > 0) {
            primitive.attributes["COLOR_0"] = accessors.add_points(surface.colours.unaryExpr(&linear_intensity));
        }
        return;
    }
    if (surface.look.colours.minCoeff() < 1.0) {
        primitive.attributes["COLOR_0"] = accessors.add_points(surface.look.colours.cast<float>());
    }
    if (!surface.look.pictures.empty()) {
        primitive.attributes["TEXCOORD_0"] = accessors.add_places(surface.look.places.cast<float>());
    }
}

} // namespace

std::vector<tinygltf::Primitive> looked_primitives(tinygltf::Model& model, const BakedSurface& surface,
                                                   tinygltf::Primitive shared, GlbAccessors& accessors) {
    shared.mode = TINYGLTF_MODE_TRIANGLES;
    add_look(surface, shared, accessors);
    std::vector<tinygltf::Primitive> primitives;
    const auto add = [&](const Triangles& F, int material) {
        tinygltf::Primitive& primitive = primitives.emplace_back(shared);
        primitive.indices = accessors.add_triangles(F);
        primitive.material = material;
    };
    if (surface.look.materials.empty()) {
        add(surface.F, add_material(model, surface));
        return primitives;
    }
    LookWriter look(model, surface, accessors);
    for (const auto& [material, F] : triangles_by_material(surface)) {
        add(F, look.add_material(material));
    }
    return primitives;
}

} // namespace limber
