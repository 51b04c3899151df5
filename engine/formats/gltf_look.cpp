// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace limber {
namespace {

constexpr double plain_cut_off = 0.5;
constexpr double place_max = 1e6; // so that floats hold it

PictureEdge edge_of(int wrap) {
    return wrap == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE     ? PictureEdge::clamp
           : wrap == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT ? PictureEdge::mirror
                                                           : PictureEdge::repeat;
}

// What a picture is, by its first bytes.
std::string kind_of(const std::vector<unsigned char>& bytes) {
    const std::string_view start(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 12));
    return start.starts_with("\x89PNG")                              ? "PNG"
           : start.starts_with("\xFF\xD8\xFF")                       ? "JPEG"
           : start.starts_with("\xABKTX 20\xBB")                     ? "KTX2"
           : start.starts_with("RIFF") && start.find("WEBP", 8) == 8 ? "WebP"
                                                                     : "";
}

bool can_be_decoded(const std::string& kind) {
    return kind == "PNG" || kind == "JPEG";
}

// What a texture that names no other picture has.
std::string kind_of(const tinygltf::Texture& texture) {
    return texture.extensions.contains("KHR_texture_basisu") ? "KTX2"
           : texture.extensions.contains("EXT_texture_webp") ? "WebP"
                                                             : "";
}

std::string unread_picture(const std::string& whose, const std::string& kind) {
    return "the picture " + whose +
           (kind.empty() ? " is neither PNG nor JPEG" : " is in " + kind + ", which is not read") +
           ": what it lies on shows its colour alone; export it as PNG or JPEG";
}

class MaterialReader {
public:
    explicit MaterialReader(GltfModel& file) : file_(file) {}

    GltfMaterials materials() {
        const auto& described = file_.model().materials;
        for (std::size_t m = 0; m < described.size() && file_.is_sound(); ++m) {
            made_.materials.push_back(material(described[m], "material " + std::to_string(m)));
        }
        made_.materials.emplace_back();
        return std::move(made_);
    }

private:
    SurfaceMaterial material(const tinygltf::Material& described, const std::string& where) {
        SurfaceMaterial made;
        made.name = described.name;
        const auto& base = described.pbrMetallicRoughness;
        for (std::size_t c = 0; c < 4 && c < base.baseColorFactor.size(); ++c) {
            const double factor = base.baseColorFactor[c];
            if (!(factor >= 0.0 && factor <= 1.0)) {
                file_.refuse("has a colour outside of 0 to 1; export it again", where);
            }
            made.colour[c] = factor;
        }
        if (described.alphaMode == "MASK") {
            made.least_opacity = std::clamp(described.alphaCutoff, 0.0, 1.0);
        } else if (described.alphaMode == "BLEND") {
            made.least_opacity = plain_cut_off;
        }
        if (base.baseColorTexture.index >= 0) {
            add_picture(base.baseColorTexture.index, where, made);
        }
        return made;
    }

    void add_picture(int index, const std::string& where, SurfaceMaterial& made) {
        const tinygltf::Model& model = file_.model();
        if (!file_.holds(index, model.textures.size(), "texture", where)) {
            return;
        }
        const tinygltf::Texture& texture = model.textures[static_cast<std::size_t>(index)];
        if (texture.sampler >= 0) {
            if (!file_.holds(texture.sampler, model.samplers.size(), "sampler", where)) {
                return;
            }
            const tinygltf::Sampler& sampler = model.samplers[static_cast<std::size_t>(texture.sampler)];
            made.edge_u = edge_of(sampler.wrapS);
            made.edge_v = edge_of(sampler.wrapT);
        }
        if (texture.source < 0) {
            made_.warnings.push_back(unread_picture("of " + where, kind_of(texture)));
        } else if (file_.holds(texture.source, model.images.size(), "image", where)) {
            made.picture = picture(texture.source);
        }
    }

    int picture(int image) {
        const auto [known, is_new] = picture_of_.try_emplace(image, -1);
        if (!is_new) {
            return known->second;
        }
        const tinygltf::Image& found = file_.model().images[static_cast<std::size_t>(image)];
        const std::string name = !found.name.empty() ? found.name
                                 : !found.uri.empty() && !found.uri.starts_with("data:")
                                     ? found.uri
                                     : "image " + std::to_string(image);
        EncodedPicture made{name, file_.picture(image)};
        if (made.bytes.empty()) {
            made_.warnings.push_back("the picture " + name +
                                     " was not found: what it lies on shows its colour alone; put it beside the file");
        } else if (const std::string kind = kind_of(made.bytes); !can_be_decoded(kind)) {
            made_.warnings.push_back(unread_picture(name, kind));
        } else {
            known->second = static_cast<int>(made_.pictures.size());
            made_.pictures.push_back(std::move(made));
        }
        return known->second;
    }

    GltfModel& file_;
    std::map<int, int> picture_of_;
    GltfMaterials made_;
};

// Of texture coordinates: KHR_texture_transform.
struct PlaceMap {
    int set = 0;
    Eigen::Vector2d offset = Eigen::Vector2d::Zero();
    Eigen::Vector2d scale = Eigen::Vector2d::Ones();
    double angle = 0.0; // [rad]

    Eigen::Matrix2d matrix() const {
        Eigen::Matrix2d R;
        R << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
        return R * scale.asDiagonal();
    }
    bool is_finite() const {
        return offset.allFinite() && scale.allFinite() && std::isfinite(angle);
    }
};

Eigen::Vector2d pair_in(const tinygltf::Value& object, const char* key, const Eigen::Vector2d& otherwise) {
    const tinygltf::Value& pair = object.Get(key);
    if (!pair.IsArray() || pair.ArrayLen() != 2 || !pair.Get(0).IsNumber() || !pair.Get(1).IsNumber()) {
        return otherwise;
    }
    return {pair.Get(0).GetNumberAsDouble(), pair.Get(1).GetNumberAsDouble()};
}

PlaceMap place_map(const tinygltf::TextureInfo& texture) {
    PlaceMap map;
    map.set = texture.texCoord;
    const auto found = texture.extensions.find("KHR_texture_transform");
    if (found != texture.extensions.end() && found->second.IsObject()) {
        const tinygltf::Value& transform = found->second;
        map.offset = pair_in(transform, "offset", map.offset);
        map.scale = pair_in(transform, "scale", map.scale);
        map.angle = transform.Get("rotation").IsNumber() ? transform.Get("rotation").GetNumberAsDouble() : 0.0;
        map.set = transform.Get("texCoord").IsNumber() ? transform.Get("texCoord").GetNumberAsInt() : map.set;
    }
    return map;
}

// One row a vertex; no rows: the primitive has no such attribute.
Matrix attribute_of(GltfModel& file, const tinygltf::Primitive& primitive, const std::string& name,
                    std::initializer_list<std::size_t> components, Index vertex_count, const std::string& where) {
    const auto found = primitive.attributes.find(name);
    if (found == primitive.attributes.end() || !file.is_sound()) {
        return {};
    }
    const auto values = file.values(found->second, components, where + ", " + name);
    if (file.is_sound() && static_cast<Index>(values.count) != vertex_count) {
        file.refuse("has " + name + " for another number of vertices; export it again", where);
    }
    if (!file.is_sound()) {
        return {};
    }
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const Rows>(values.numbers.data(), vertex_count, static_cast<Index>(values.components));
}

constexpr std::array channels{"red", "green", "blue", "opacity"};

// Colours, and what programs add under a name of their own, which begins with an underscore. Other types are no fields.
std::vector<VertexField> fields_of(GltfModel& file, const tinygltf::Primitive& primitive, Index vertex_count,
                                   const std::string& where) {
    std::vector<VertexField> fields;
    for (const auto& [name, accessor] : primitive.attributes) {
        const auto index = static_cast<std::size_t>(accessor);
        const bool is_scalar = name.starts_with("_") && accessor >= 0 && index < file.model().accessors.size() &&
                               file.model().accessors[index].type == TINYGLTF_TYPE_SCALAR;
        if (is_scalar) {
            fields.push_back({name, attribute_of(file, primitive, name, {1}, vertex_count, where).reshaped()});
        } else if (name.starts_with("COLOR_")) {
            const Matrix colours = attribute_of(file, primitive, name, {3, 4}, vertex_count, where);
            for (Index channel = 0; channel < colours.cols(); ++channel) {
                fields.push_back({name + " " + channels.at(static_cast<std::size_t>(channel)), colours.col(channel)});
            }
        }
    }
    return file.is_sound() ? fields : std::vector<VertexField>{};
}

} // namespace

GltfMaterials gltf_materials(GltfModel& file) {
    return MaterialReader(file).materials();
}

GltfPieceLook gltf_piece_look(GltfModel& file, const tinygltf::Primitive& primitive, Index vertex_count,
                              const std::string& where) {
    const auto& materials = file.model().materials;
    GltfPieceLook look{Points::Zero(vertex_count, 3),
                       SurfaceLook::Places::Zero(vertex_count, 2),
                       Points::Ones(vertex_count, 3),
                       static_cast<int>(materials.size()),
                       {}};
    if (const Matrix normals = attribute_of(file, primitive, "NORMAL", {3}, vertex_count, where); normals.size() > 0) {
        look.normals = normals;
    }
    if (const Matrix colours = attribute_of(file, primitive, "COLOR_0", {3, 4}, vertex_count, where);
        colours.size() > 0) {
        look.colours = colours.leftCols<3>().cwiseMax(0.0).cwiseMin(1.0);
    }
    look.fields = fields_of(file, primitive, vertex_count, where);
    if (primitive.material < 0 || !file.holds(primitive.material, materials.size(), "material", where)) {
        return look;
    }
    look.material = primitive.material;
    const auto& texture = materials[static_cast<std::size_t>(look.material)].pbrMetallicRoughness.baseColorTexture;
    const PlaceMap map = place_map(texture);
    if (!map.is_finite()) {
        file.refuse("has a place of a picture that is not finite; export it again", where);
        return look;
    }
    const Matrix places =
        attribute_of(file, primitive, "TEXCOORD_" + std::to_string(map.set), {2}, vertex_count, where);
    if (texture.index >= 0 && places.size() > 0) {
        look.places = (places * map.matrix().transpose()).rowwise() + map.offset.transpose();
        look.places = look.places.cwiseMax(-place_max).cwiseMin(place_max);
    }
    return look;
}

} // namespace limber
