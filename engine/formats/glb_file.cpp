// SPDX-License-Identifier: MIT
#include "engine/formats/glb_file.h"

#include "engine/core/file_replacement.h"
#include "engine/core/json_bytes.h"
#include "engine/core/version.h"

#include <tiny_gltf.h>

#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Appends arrays to the model's one buffer, and describes each as an accessor.
class Accessors {
public:
    explicit Accessors(tinygltf::Model& model) : model_(model) {
        model_.buffers.emplace_back();
    }

    int add_points(const FloatPoints& rows, int target = TINYGLTF_TARGET_ARRAY_BUFFER) {
        const int accessor = add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(float),
                                 TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, rows.rows(), target);
        const Eigen::RowVector3f low = rows.colwise().minCoeff();
        const Eigen::RowVector3f high = rows.colwise().maxCoeff();
        set_bounds(accessor, low.data(), high.data(), 3);
        return accessor;
    }

    int add_triangles(const Triangles& F) {
        std::vector<std::uint32_t> indices(F.data(), F.data() + F.size());
        return add(indices.data(), indices.size() * sizeof(std::uint32_t), TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT,
                   TINYGLTF_TYPE_SCALAR, F.size(), TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    }

    int add_scalars(const float* values, Index count) {
        const int accessor = add(values, static_cast<std::size_t>(count) * sizeof(float), TINYGLTF_COMPONENT_TYPE_FLOAT,
                                 TINYGLTF_TYPE_SCALAR, count, 0);
        const Eigen::Map<const Eigen::VectorXf> all(values, count);
        const float low = all.minCoeff();
        const float high = all.maxCoeff();
        set_bounds(accessor, &low, &high, 1);
        return accessor;
    }

    int add_places(const Eigen::Matrix<float, Eigen::Dynamic, 2, Eigen::RowMajor>& rows) {
        return add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(float), TINYGLTF_COMPONENT_TYPE_FLOAT,
                   TINYGLTF_TYPE_VEC2, rows.rows(), TINYGLTF_TARGET_ARRAY_BUFFER);
    }

    // Returns the buffer view of a file in the file.
    int add_file(std::vector<unsigned char> bytes) {
        const std::size_t length = bytes.size();
        bytes.resize((length + 3) / 4 * 4); // what follows begins at a multiple of 4 bytes
        const int view = add_view(bytes.data(), bytes.size(), 0);
        model_.bufferViews.back().byteLength = length;
        return view;
    }

private:
    // A multiple of 4 bytes.
    int add_view(const void* values, std::size_t bytes, int target) {
        std::vector<unsigned char>& data = model_.buffers.front().data;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = data.size();
        view.byteLength = bytes;
        view.target = target;
        const auto* const first = static_cast<const unsigned char*>(values);
        data.insert(data.end(), first, first + bytes);
        model_.bufferViews.push_back(view);
        return static_cast<int>(model_.bufferViews.size()) - 1;
    }

    int add(const void* values, std::size_t bytes, int component, int type, Index count, int target) {
        tinygltf::Accessor accessor;
        accessor.bufferView = add_view(values, bytes, target);
        accessor.componentType = component;
        accessor.type = type;
        accessor.count = static_cast<std::size_t>(count);
        model_.accessors.push_back(accessor);
        return static_cast<int>(model_.accessors.size()) - 1;
    }

    void set_bounds(int accessor, const float* low, const float* high, int components) {
        model_.accessors[static_cast<std::size_t>(accessor)].minValues.assign(low, low + components);
        model_.accessors[static_cast<std::size_t>(accessor)].maxValues.assign(high, high + components);
    }

    tinygltf::Model& model_;
};

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
    LookWriter(tinygltf::Model& model, const BakedSurface& surface, Accessors& accessors)
        : model_(model), surface_(surface), accessors_(accessors), image_of_(surface.look.pictures.size(), -1) {}

    int add_material(std::size_t index) {
        const SurfaceMaterial& look = surface_.look.materials[index];
        tinygltf::Material material;
        material.name = escaped_bytes(surface_.name) + " " + std::to_string(index + 1);
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
    Accessors& accessors_;
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

void add_look(const BakedSurface& surface, tinygltf::Primitive& primitive, Accessors& accessors) {
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

tinygltf::Primitive primitive_of(const BakedSurface& surface, const MorphFit& fit, Accessors& accessors) {
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    const FloatPoints normals = vertex_normals(surface, fit.base);
    primitive.attributes["POSITION"] = accessors.add_points(fit.base);
    primitive.attributes["NORMAL"] = accessors.add_points(normals);
    add_look(surface, primitive, accessors);
    std::vector<FloatPoints> normals_of_frames;
    for (const FloatPoints& frame : surface.frames) {
        normals_of_frames.push_back(vertex_normals(surface, frame));
    }
    const std::vector<FloatPoints> turned = fit_to_weights(normals_of_frames, normals, fit.weights);
    for (std::size_t k = 0; k < fit.targets.size(); ++k) {
        primitive.targets.push_back(
            {{"POSITION", accessors.add_points(fit.targets[k])}, {"NORMAL", accessors.add_points(turned[k])}});
    }
    return primitive;
}

// They share all but the triangles.
std::vector<tinygltf::Primitive> primitives_of(tinygltf::Model& model, const BakedSurface& surface, const MorphFit& fit,
                                               Accessors& accessors) {
    const tinygltf::Primitive shared = primitive_of(surface, fit, accessors);
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

void add_surface(tinygltf::Model& model, const BakedSurface& surface, const MorphFit& fit, Accessors& accessors) {
    tinygltf::Mesh mesh;
    mesh.name = escaped_bytes(surface.name);
    mesh.primitives = primitives_of(model, surface, fit, accessors);
    for (Index k = 0; k < fit.weights.rows(); ++k) {
        mesh.weights.push_back(static_cast<double>(fit.weights(k, 0)));
    }
    model.meshes.push_back(mesh);
    tinygltf::Node node;
    node.name = mesh.name;
    node.mesh = static_cast<int>(model.meshes.size()) - 1;
    model.nodes.push_back(node);
    model.scenes.front().nodes.push_back(static_cast<int>(model.nodes.size()) - 1);
}

// The weights of all targets in frame 0, then in frame 1, ...
void add_channel(tinygltf::Animation& animation, int times, const MorphFit& fit, int node, Accessors& accessors) {
    tinygltf::AnimationSampler sampler;
    sampler.input = times;
    sampler.output = accessors.add_scalars(fit.weights.data(), fit.weights.size());
    sampler.interpolation = "LINEAR";
    animation.samplers.push_back(sampler);
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation.samplers.size()) - 1;
    channel.target_node = node;
    channel.target_path = "weights";
    animation.channels.push_back(channel);
}

void add_animation(tinygltf::Model& model, const BakedMotion& motion, const std::vector<MorphFit>& fits,
                   Accessors& accessors) {
    Eigen::VectorXf times(static_cast<Index>(motion.frame_count()));
    for (Index frame = 0; frame < times.size(); ++frame) {
        times(frame) = static_cast<float>(static_cast<double>(frame) / motion.frames_per_second);
    }
    tinygltf::Animation animation;
    animation.name = "motion";
    const int input = accessors.add_scalars(times.data(), times.size());
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (!fits[i].targets.empty()) {
            add_channel(animation, input, fits[i], static_cast<int>(i), accessors);
        }
    }
    if (!animation.channels.empty()) {
        model.animations.push_back(animation);
    }
}

tinygltf::Model model_of(const BakedMotion& motion, const std::vector<MorphFit>& fits) {
    tinygltf::Model model;
    model.asset.version = "2.0";
    model.asset.generator = "Limber " LIMBER_VERSION;
    model.scenes.emplace_back();
    model.defaultScene = 0;
    Accessors accessors(model);
    for (std::size_t i = 0; i < fits.size(); ++i) {
        add_surface(model, motion.surfaces[i], fits[i], accessors);
    }
    add_animation(model, motion, fits, accessors);
    return model;
}

} // namespace

Result<Done> write_glb(const BakedMotion& motion, const std::vector<MorphFit>& fits,
                       const std::filesystem::path& path) {
    EXPECTS(fits.size() == motion.surfaces.size());
    tinygltf::Model model = model_of(motion, fits);
    if (model.buffers.front().data.size() > std::numeric_limits<std::uint32_t>::max() - (1U << 20)) {
        return Error{ErrorKind::bad_input, "would be larger than the 4 GB of a .glb; export fewer frames",
                     path.string()};
    }
    FileReplacement file(path);
    std::ostringstream bytes; // tinygltf asks a stream for its position
    tinygltf::TinyGLTF writer;
    if (!writer.WriteGltfSceneToStream(&model, bytes, false, true)) {
        return Error{ErrorKind::bad_input, "cannot be written as glTF", path.string()};
    }
    file.stream() << bytes.view();
    return file.finish();
}

} // namespace limber
