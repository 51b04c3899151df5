// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_nodes.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Up to which two skins let a joint rest at one place. Their bind matrices are in single precision, 6e-8 of the turn
// and of the distance from the origin; a rest is the product of three such matrices, or of more where a program made
// them of those of FBX. What differs by more is bound in another pose.
constexpr double rest_tolerance = 1e-5;

bool is_same_rest(const Affine& a, const Affine& b) {
    const double turn = b.leftCols<3>().norm();
    return (a - b).leftCols<3>().norm() <= rest_tolerance * turn &&
           (a - b).col(3).norm() <= rest_tolerance * (turn + b.col(3).norm());
}

std::size_t place(int index) {
    return static_cast<std::size_t>(index);
}

std::string node_place(std::size_t node) {
    return "node " + std::to_string(node);
}

bool are_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

void read_transform(GltfModel& file, const tinygltf::Node& given, std::size_t index, GltfNode& node) {
    const auto is_list_of = [](const std::vector<double>& list, std::size_t count) {
        return (list.empty() || list.size() == count) && are_finite(list);
    };
    if (!is_list_of(given.matrix, 16) || !is_list_of(given.translation, 3) || !is_list_of(given.rotation, 4) ||
        !is_list_of(given.scale, 3)) {
        return file.refuse("has a transform that is not made of 3, 4 or 16 finite numbers; export it again",
                           node_place(index));
    }
    if (!given.matrix.empty()) {
        node.has_matrix = true;
        node.matrix = Eigen::Map<const Eigen::Matrix4d>(given.matrix.data()).topRows<3>();
    }
    if (!given.translation.empty()) {
        node.translation = Eigen::Map<const Vec3>(given.translation.data());
    }
    if (!given.rotation.empty()) {
        node.rotation = Eigen::Map<const Eigen::Vector4d>(given.rotation.data());
    }
    if (!given.scale.empty()) {
        node.scale = Eigen::Map<const Vec3>(given.scale.data());
    }
    if (!(node.rotation.norm() > 1e-9)) {
        file.refuse("has a rotation of length zero; export it again", node_place(index));
    }
}

void read_parents(GltfModel& file, std::vector<GltfNode>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const int child : file.model().nodes[i].children) {
            if (!file.holds(child, nodes.size(), "child", node_place(i))) {
                return;
            }
            int& parent = nodes[place(child)].parent;
            if (parent >= 0) {
                return file.refuse("has two parents; export it again", node_place(place(child)));
            }
            parent = static_cast<int>(i);
        }
    }
}

/// Empty if nodes run in a circle.
std::vector<int> parents_first(const GltfModel& file) {
    const auto& nodes = file.model().nodes;
    std::vector<bool> is_child(nodes.size(), false);
    for (const auto& node : nodes) {
        for (const int child : node.children) {
            is_child[place(child)] = true;
        }
    }
    std::vector<int> order;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!is_child[i]) {
            order.push_back(static_cast<int>(i));
        }
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        const auto& children = nodes[place(order[next])].children;
        order.insert(order.end(), children.begin(), children.end());
    }
    return order.size() == nodes.size() ? order : std::vector<int>{};
}

void mark_scene(GltfModel& file, GltfNodes& tree) {
    const auto& model = file.model();
    if (model.scenes.empty()) {
        for (GltfNode& node : tree.nodes) {
            node.is_in_scene = true;
        }
        return;
    }
    const int scene = std::max(model.defaultScene, 0);
    if (!file.holds(scene, model.scenes.size(), "scene", "the file")) {
        return;
    }
    for (const int root : model.scenes[place(scene)].nodes) {
        if (!file.holds(root, tree.nodes.size(), "node", "scene " + std::to_string(scene))) {
            return;
        }
        tree.nodes[place(root)].is_in_scene = true;
    }
    for (const int i : tree.order) {
        GltfNode& node = tree.nodes[place(i)];
        node.is_in_scene = node.is_in_scene || (node.parent >= 0 && tree.nodes[place(node.parent)].is_in_scene);
    }
}

/// Makes bones, one for each node and rest matrix.
class BoneMaker {
public:
    BoneMaker(GltfModel& file, const GltfNodes& tree, const std::vector<bool>& moves)
        : file_(file), tree_(tree), moves_(moves), worlds_(tree.worlds()), rest_(worlds_),
          first_bone_(tree.nodes.size(), -1) {}

    GltfBones bones_of_scene() {
        made_.of_node.assign(tree_.nodes.size(), -1);
        made_.node_maps.assign(tree_.nodes.size(), identity_affine());
        for (std::size_t i = 0; i < tree_.nodes.size() && file_.is_sound(); ++i) {
            if (!tree_.nodes[i].is_in_scene) {
                continue;
            }
            if (!is_invertible(worlds_[i])) {
                file_.refuse("has a transform that flattens; export it again", node_place(i));
                break;
            }
            add_bone(static_cast<int>(i), worlds_[i]);
        }
        if (file_.is_sound()) {
            connect();
        }
        return std::move(made_);
    }

    GltfBones bones() {
        const auto& skins = file_.model().skins;
        for (std::size_t s = 0; s < skins.size() && file_.is_sound(); ++s) {
            add_skin(skins[s], "skin " + std::to_string(s));
        }
        follow_joints();
        made_.of_node.assign(tree_.nodes.size(), -1);
        made_.node_maps.assign(tree_.nodes.size(), identity_affine());
        for (std::size_t i = 0; i < tree_.nodes.size() && file_.is_sound(); ++i) {
            const GltfNode& node = tree_.nodes[i];
            if (node.is_in_scene && node.mesh >= 0 && node.skin < 0) {
                hang(i);
            }
        }
        if (file_.is_sound()) {
            connect();
        }
        return std::move(made_);
    }

private:
    void add_skin(const tinygltf::Skin& skin, const std::string& where) {
        const std::size_t count = skin.joints.size();
        if (count == 0) {
            return file_.refuse("has no joints; export it again", where);
        }
        for (const int joint : skin.joints) {
            if (!file_.holds(joint, tree_.nodes.size(), "joint", where)) {
                return;
            }
        }
        std::vector<Affine> inverse_binds(count, identity_affine());
        if (skin.inverseBindMatrices >= 0) {
            const auto values = file_.values(skin.inverseBindMatrices, {16}, where);
            if (file_.is_sound() && values.count < count) {
                file_.refuse("has fewer inverse bind matrices than joints; export it again", where);
            }
            for (std::size_t j = 0; j < count && file_.is_sound(); ++j) {
                inverse_binds[j] = Eigen::Map<const Eigen::Matrix4d>(values[j]).topRows<3>();
            }
        }
        const std::size_t root = topmost(skin.joints);
        const Affine G = compose(worlds_[place(skin.joints[root])], inverse_binds[root]);
        const bool are_regular = is_invertible(G) && std::ranges::all_of(inverse_binds, is_invertible);
        if (!are_regular) {
            file_.refuse("has a joint whose bind matrix or world matrix is singular; export it again", where);
        }
        std::vector<int>& bones = made_.of_skin.emplace_back();
        made_.skin_maps.push_back(G);
        for (std::size_t j = 0; j < count && file_.is_sound(); ++j) {
            bones.push_back(bone(skin.joints[j], compose(G, inverse(inverse_binds[j]))));
        }
    }

    // The first joint with no joint of the skin above it.
    std::size_t topmost(const std::vector<int>& joints) const {
        std::vector<bool> is_joint(tree_.nodes.size(), false);
        for (const int joint : joints) {
            is_joint[place(joint)] = true;
        }
        const auto has_joint_above = [&](int joint) {
            for (int up = tree_.nodes[place(joint)].parent; up >= 0; up = tree_.nodes[place(up)].parent) {
                if (is_joint[place(up)]) {
                    return true;
                }
            }
            return false;
        };
        return static_cast<std::size_t>(std::ranges::find_if_not(joints, has_joint_above) - joints.begin());
    }

    int bone(int node, const Affine& rest) {
        for (std::size_t b = 0; b < made_.node.size(); ++b) {
            const Affine& other = made_.skeleton.bones[b].rest;
            if (made_.node[b] == node && is_same_rest(other, rest)) {
                return static_cast<int>(b);
            }
        }
        return add_bone(node, rest);
    }

    int add_bone(int node, const Affine& rest) {
        const int made = made_.skeleton.bone_count();
        made_.node.push_back(node);
        made_.skeleton.bones.push_back({.name = node >= 0 ? tree_.nodes[place(node)].name : "ground", .rest = rest});
        if (node >= 0 && first_bone_[place(node)] < 0) {
            first_bone_[place(node)] = made;
            rest_[place(node)] = rest;
        }
        return made;
    }

    // Nodes below a joint rest where it rests.
    void follow_joints() {
        for (const int i : tree_.order) {
            const int parent = tree_.nodes[place(i)].parent;
            if (first_bone_[place(i)] < 0) {
                const Affine local = tree_.nodes[place(i)].local();
                rest_[place(i)] = parent < 0 ? local : compose(rest_[place(parent)], local);
            }
        }
    }

    void hang(std::size_t node) {
        int carrier = static_cast<int>(node);
        while (carrier >= 0 && first_bone_[place(carrier)] < 0 && !moves_[place(carrier)]) {
            carrier = tree_.nodes[place(carrier)].parent;
        }
        const Affine rest = carrier >= 0 ? rest_[place(carrier)] : identity_affine();
        if (!is_invertible(rest) || !is_invertible(rest_[node])) {
            return file_.refuse("has a mesh that its transform flattens; export it again", node_place(node));
        }
        made_.node_maps[node] = rest_[node];
        made_.of_node[node] = bone(carrier, rest);
    }

    // Parents and lengths of the bones.
    void connect() {
        std::vector<Bone>& bones = made_.skeleton.bones;
        std::vector<int> child_counts(bones.size(), 0);
        std::vector<double> lengths(bones.size(), 0.0);
        for (std::size_t b = 0; b < bones.size(); ++b) {
            int up = made_.node[b] >= 0 ? tree_.nodes[place(made_.node[b])].parent : -1;
            while (up >= 0 && first_bone_[place(up)] < 0) {
                up = tree_.nodes[place(up)].parent;
            }
            bones[b].parent = up >= 0 ? first_bone_[place(up)] : -1;
            if (bones[b].parent >= 0) {
                const auto parent = place(bones[b].parent);
                lengths[parent] += (bones[b].rest.col(3) - bones[parent].rest.col(3)).norm();
                ++child_counts[parent];
            }
        }
        lengths_of_.assign(bones.size(), 0.0);
        for (const int b : root_first_order(made_.skeleton)) {
            Bone& bone = bones[place(b)];
            const double own = child_counts[place(b)] > 0 ? lengths[place(b)] / child_counts[place(b)] : 0.0;
            // Lengths are multiplied by the matrices' scale when it is taken out of them.
            const double scale = std::cbrt(std::abs(bone.rest.leftCols<3>().determinant()));
            const double half = bone.parent >= 0 ? 0.5 * lengths_of_[place(bone.parent)] : 0.0;
            lengths_of_[place(b)] = own > 0.0 ? own : half;
            bone.length = lengths_of_[place(b)] / (std::abs(scale - 1.0) < 1e-3 ? 1.0 : scale);
        }
    }

    GltfModel& file_;
    const GltfNodes& tree_;
    const std::vector<bool>& moves_;
    std::vector<Affine> worlds_;
    std::vector<Affine> rest_; // of the nodes
    std::vector<int> first_bone_;
    std::vector<double> lengths_of_;
    GltfBones made_;
};

} // namespace

Affine GltfNode::local() const {
    if (has_matrix) {
        return matrix;
    }
    Affine map;
    map.leftCols<3>() = Eigen::Quaterniond(rotation).normalized().toRotationMatrix() * scale.asDiagonal();
    map.col(3) = translation;
    return map;
}

std::vector<Affine> GltfNodes::worlds(const std::vector<Affine>& locals) const {
    std::vector<Affine> worlds(nodes.size());
    for (const int i : order) {
        const int parent = nodes[place(i)].parent;
        worlds[place(i)] = parent < 0 ? locals[place(i)] : compose(worlds[place(parent)], locals[place(i)]);
    }
    return worlds;
}

std::vector<Affine> GltfNodes::worlds() const {
    std::vector<Affine> locals;
    for (const GltfNode& node : nodes) {
        locals.push_back(node.local());
    }
    return worlds(locals);
}

GltfNodes gltf_nodes(GltfModel& file) {
    GltfNodes tree;
    tree.nodes.resize(file.model().nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size() && file.is_sound(); ++i) {
        const tinygltf::Node& given = file.model().nodes[i];
        GltfNode& node = tree.nodes[i];
        node.name = given.name.empty() ? node_place(i) : given.name;
        node.mesh = given.mesh;
        node.skin = given.skin;
        read_transform(file, given, i, node);
        if (given.mesh != -1) {
            file.holds(given.mesh, file.model().meshes.size(), "mesh", node_place(i));
        }
        if (given.skin != -1) {
            file.holds(given.skin, file.model().skins.size(), "skin", node_place(i));
        }
    }
    read_parents(file, tree.nodes);
    if (!file.is_sound()) {
        return {};
    }
    tree.order = parents_first(file);
    if (tree.order.empty() && !tree.nodes.empty()) {
        file.refuse("has nodes whose parents run in a circle; export it again", "nodes");
        return {};
    }
    mark_scene(file, tree);
    return file.is_sound() ? tree : GltfNodes{};
}

GltfBones gltf_bones(GltfModel& file, const GltfNodes& tree, const std::vector<bool>& moves) {
    return BoneMaker(file, tree, moves).bones();
}

GltfBones gltf_bones_without_meshes(GltfModel& file, const GltfNodes& tree) {
    const std::vector<bool> moves(tree.nodes.size(), false);
    BoneMaker maker(file, tree, moves);
    return file.model().skins.empty() ? maker.bones_of_scene() : maker.bones();
}

} // namespace limber
