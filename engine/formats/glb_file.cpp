// SPDX-License-Identifier: MIT
#include "engine/formats/glb_file.h"

#include "engine/core/file_replacement.h"
#include "engine/core/json_bytes.h"
#include "engine/core/version.h"
#include "engine/formats/cancelling.h"
#include "engine/formats/glb_look.h"
#include "engine/formats/surface_objects.h"

#include <limits>
#include <sstream>
#include <string>
#include <utility>

namespace limber {
namespace {

// The number of the new node.
int add_node(tinygltf::Model& model, tinygltf::Node node) {
    model.nodes.push_back(std::move(node));
    return static_cast<int>(model.nodes.size()) - 1;
}

tinygltf::Node mesh_node(tinygltf::Model& model, const std::string& name, std::vector<tinygltf::Primitive> primitives) {
    tinygltf::Mesh mesh;
    mesh.name = escaped_bytes(name);
    mesh.primitives = std::move(primitives);
    model.meshes.push_back(mesh);
    tinygltf::Node node;
    node.name = mesh.name;
    node.mesh = static_cast<int>(model.meshes.size()) - 1;
    return node;
}

void add_channel(tinygltf::Animation& animation, int times, int values, int node, const char* path) {
    tinygltf::AnimationSampler sampler;
    sampler.input = times;
    sampler.output = values;
    sampler.interpolation = "LINEAR";
    animation.samplers.push_back(sampler);
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation.samplers.size()) - 1;
    channel.target_node = node;
    channel.target_path = path;
    animation.channels.push_back(channel);
}

int add_times(const BakedMotion& motion, GlbAccessors& accessors) {
    Eigen::VectorXf times(static_cast<Index>(motion.frame_count()));
    for (Index frame = 0; frame < times.size(); ++frame) {
        times(frame) = static_cast<float>(static_cast<double>(frame) / motion.frames_per_second);
    }
    return accessors.add_scalars(times.data(), times.size());
}

// A model that is being written.
struct Writing {
    tinygltf::Model model;
    GlbAccessors accessors{model};
    tinygltf::Animation animation;
    int times = -1;
    const Progress* progress = nullptr;

    Writing(const BakedMotion& motion, const Progress* of_export) : progress(of_export) {
        model.asset.version = "2.0";
        model.asset.generator = "Limber " LIMBER_VERSION;
        model.scenes.emplace_back();
        model.defaultScene = 0;
        animation.name = "motion";
        times = add_times(motion, accessors);
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;
};

Result<FittedDirections> fitted_normals(const BakedSurface& surface, const MorphFit& fit, const Progress* progress) {
    std::vector<FloatPoints> normals_of_frames;
    for (const FloatPoints& frame : surface.frames) {
        if (is_cancelled(progress)) {
            return cancelled();
        }
        normals_of_frames.push_back(vertex_normals(surface, frame));
    }
    return fit_directions(normals_of_frames, fit, progress);
}

FloatPoints rows_of(const FloatPoints& rows, const SurfaceObject& object) {
    return rows(object.vertices, Eigen::all);
}

// The targets of an object. Those that do not move it share one array of zeros.
class TargetWriter {
public:
    explicit TargetWriter(GlbAccessors& accessors) : accessors_(accessors) {}

    int add(const FloatPoints& target) {
        if (!target.isZero(0.0F)) {
            return accessors_.add_sparse_points(target);
        }
        zeros_ = zeros_ < 0 ? accessors_.add_sparse_points(target) : zeros_;
        return zeros_;
    }

private:
    GlbAccessors& accessors_;
    int zeros_ = -1;
};

tinygltf::Primitive morphing(const SurfaceObject& object, const MorphFit& fit, const FittedDirections& normals,
                             GlbAccessors& accessors) {
    tinygltf::Primitive primitive;
    primitive.attributes["POSITION"] = accessors.add_points(rows_of(fit.base, object));
    primitive.attributes["NORMAL"] = accessors.add_points(rows_of(normals.base, object));
    TargetWriter targets(accessors);
    for (std::size_t k = 0; k < fit.targets.size(); ++k) {
        primitive.targets.push_back({{"POSITION", targets.add(rows_of(fit.targets[k], object))},
                                     {"NORMAL", targets.add(rows_of(normals.targets[k], object))}});
    }
    return primitive;
}

// The same for all objects of a surface, so that a reader knows which targets belong together.
tinygltf::Value names_of_targets(const std::string& surface, std::size_t count) {
    tinygltf::Value::Array names;
    for (std::size_t k = 1; k <= count; ++k) {
        names.emplace_back(escaped_bytes(surface) + " " + std::to_string(k));
    }
    return tinygltf::Value(tinygltf::Value::Object{{"targetNames", tinygltf::Value(names)}});
}

// The nodes of a surface's objects, below one of the surface where there are several.
void add_to_scene(tinygltf::Model& model, const std::string& surface, const std::vector<int>& nodes) {
    if (nodes.size() == 1) {
        model.scenes.front().nodes.push_back(nodes.front());
        return;
    }
    tinygltf::Node parent;
    parent.name = escaped_bytes(surface);
    parent.children = nodes;
    model.scenes.front().nodes.push_back(add_node(model, std::move(parent)));
}

// The weights of all targets in frame 0, then in frame 1, ...
Result<Done> add_surface(Writing& writing, const BakedSurface& surface, const MorphFit& fit) {
    const auto normals = fitted_normals(surface, fit, writing.progress);
    if (!normals) {
        return normals.error();
    }
    tinygltf::Model& model = writing.model;
    LookWriter look(model, surface, writing.accessors);
    const std::vector<SurfaceObject> objects = objects_of(surface);
    std::vector<int> nodes;
    int weights = -1;
    for (const SurfaceObject& object : objects) {
        tinygltf::Node node = mesh_node(
            model, object.name, look.primitives(object, morphing(object, fit, normals.value(), writing.accessors)));
        for (Index k = 0; k < fit.weights.rows(); ++k) {
            model.meshes.back().weights.push_back(static_cast<double>(fit.weights(k, 0)));
        }
        if (objects.size() > 1 && !fit.targets.empty()) {
            model.meshes.back().extras = names_of_targets(surface.name, fit.targets.size());
        }
        nodes.push_back(add_node(model, std::move(node)));
        if (!fit.targets.empty()) {
            weights = weights < 0 ? writing.accessors.add_scalars(fit.weights.data(), fit.weights.size()) : weights;
            add_channel(writing.animation, writing.times, weights, nodes.back(), "weights");
        }
    }
    add_to_scene(model, surface.name, nodes);
    return Done{};
}

tinygltf::Primitive skinned_primitive(const SurfaceObject& object, const BakedSurface& surface, const SkinFit& fit,
                                      GlbAccessors& accessors) {
    const GlbAccessors::RowsOfFour weights = fit.w(object.vertices, Eigen::all);
    const Eigen::Matrix<int, Eigen::Dynamic, 4, Eigen::RowMajor> joints = fit.J(object.vertices, Eigen::all);
    tinygltf::Primitive primitive;
    primitive.attributes["POSITION"] = accessors.add_points(rows_of(surface.rest, object));
    primitive.attributes["NORMAL"] = accessors.add_points(rows_of(vertex_normals(surface, surface.rest), object));
    primitive.attributes["JOINTS_0"] = accessors.add_joints(joints.cast<std::uint16_t>());
    primitive.attributes["WEIGHTS_0"] = accessors.add_rows(weights, TINYGLTF_TARGET_ARRAY_BUFFER);
    return primitive;
}

bool has_scales(const SkinJoint& joint) {
    return (joint.scales.array() - 1.0F).abs().maxCoeff() > 1e-6F;
}

int add_joint(Writing& writing, const SkinJoint& joint, const std::string& name) {
    tinygltf::Node node;
    node.name = name;
    for (Index axis = 0; axis < 3; ++axis) {
        node.translation.push_back(static_cast<double>(joint.centre(axis)));
    }
    const int number = add_node(writing.model, std::move(node));
    GlbAccessors& accessors = writing.accessors;
    add_channel(writing.animation, writing.times, accessors.add_points(joint.places, 0), number, "translation");
    add_channel(writing.animation, writing.times, accessors.add_rows(joint.rotations), number, "rotation");
    if (has_scales(joint)) {
        const FloatPoints scales = joint.scales.replicate<1, 3>();
        add_channel(writing.animation, writing.times, accessors.add_points(scales, 0), number, "scale");
    }
    return number;
}

// The number of the new skin.
int add_skin(Writing& writing, const std::string& surface, const SkinFit& fit) {
    tinygltf::Model& model = writing.model;
    const std::string name_of_skin = escaped_bytes(surface);
    tinygltf::Node root;
    root.name = name_of_skin + " joints";
    tinygltf::Skin skin;
    skin.name = name_of_skin;
    std::vector<Eigen::Matrix4f> to_joints;
    for (const SkinJoint& joint : fit.joints) {
        const std::string name = name_of_skin + " joint " + std::to_string(skin.joints.size() + 1);
        skin.joints.push_back(add_joint(writing, joint, name));
        Eigen::Matrix4f& to_joint = to_joints.emplace_back(Eigen::Matrix4f::Identity());
        to_joint.topRightCorner<3, 1>() = -joint.centre;
    }
    skin.inverseBindMatrices = writing.accessors.add_matrices(to_joints);
    root.children = skin.joints;
    skin.skeleton = add_node(model, std::move(root));
    model.scenes.front().nodes.push_back(skin.skeleton);
    model.skins.push_back(skin);
    return static_cast<int>(model.skins.size()) - 1;
}

// Skinned meshes stand at the root of the scene, because what is above them would not move them.
Result<Done> add_surface(Writing& writing, const BakedSurface& surface, const SkinFit& fit) {
    tinygltf::Model& model = writing.model;
    LookWriter look(model, surface, writing.accessors);
    const int skin = add_skin(writing, surface.name, fit);
    for (const SurfaceObject& object : objects_of(surface)) {
        tinygltf::Node node = mesh_node(
            model, object.name, look.primitives(object, skinned_primitive(object, surface, fit, writing.accessors)));
        node.skin = skin;
        model.scenes.front().nodes.push_back(add_node(model, std::move(node)));
    }
    return Done{};
}

Result<Done> write(Writing& writing, const std::filesystem::path& path) {
    if (!writing.animation.channels.empty()) {
        writing.model.animations.push_back(writing.animation);
    }
    if (writing.model.buffers.front().data.size() > std::numeric_limits<std::uint32_t>::max() - (1U << 20)) {
        return Error{ErrorKind::bad_input, "would be larger than the 4 GB of a .glb; export fewer frames",
                     path.string()};
    }
    FileReplacement file(path);
    std::ostringstream bytes; // tinygltf asks a stream for its position
    tinygltf::TinyGLTF writer;
    if (!writer.WriteGltfSceneToStream(&writing.model, bytes, false, true)) {
        return Error{ErrorKind::bad_input, "cannot be written as glTF", path.string()};
    }
    file.stream() << bytes.view();
    return file.finish();
}

template <typename Fit>
Result<Done> write_surfaces(const BakedMotion& motion, const std::vector<Fit>& fits, const std::filesystem::path& path,
                            const Progress* progress) {
    EXPECTS(fits.size() == motion.surfaces.size());
    Writing writing(motion, progress);
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (is_cancelled(progress)) {
            return cancelled();
        }
        if (auto added = add_surface(writing, motion.surfaces[i], fits[i]); !added) {
            return added.error();
        }
    }
    return write(writing, path);
}

} // namespace

Result<Done> write_glb(const BakedMotion& motion, const std::vector<MorphFit>& fits, const std::filesystem::path& path,
                       const Progress* progress) {
    return write_surfaces(motion, fits, path, progress);
}

Result<Done> write_glb(const BakedMotion& motion, const std::vector<SkinFit>& fits, const std::filesystem::path& path,
                       const Progress* progress) {
    return write_surfaces(motion, fits, path, progress);
}

} // namespace limber
