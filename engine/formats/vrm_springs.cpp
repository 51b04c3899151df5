// SPDX-License-Identifier: MIT
#include "engine/formats/vrm_springs.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double spring_number_max = 1e4; // programs offer numbers below ten

/// Reads members of the extensions; what is missing keeps its default.
class VrmReader {
public:
    VrmReader(GltfModel& file, const GltfNodes& tree, const GltfBones& bones)
        : file_(file), tree_(tree), bones_(bones), of_node_(tree.nodes.size()) {}

    VrmSprings springs() {
        const auto& extensions = file_.model().extensions;
        if (const auto found = extensions.find("VRM"); found != extensions.end()) {
            made_.version = VrmVersion::vrm_0;
            read_groups(found->second);
        }
        if (extensions.contains("VRMC_vrm")) {
            made_.version = VrmVersion::vrm_1;
        }
        if (const auto found = extensions.find("VRMC_springBone"); found != extensions.end()) {
            made_.version = VrmVersion::vrm_1;
            read_springs(found->second);
        }
        if (file_.is_sound()) {
            take_bones();
        }
        return file_.is_sound() ? std::move(made_) : VrmSprings{};
    }

private:
    using Value = tinygltf::Value;

    // Null where the value is no object or has no such member.
    static const Value& member(const Value& object, const char* name) {
        static const Value none;
        return object.IsObject() ? object.Get(name) : none;
    }

    double number(const Value& object, const char* name, double otherwise, const std::string& where) {
        const Value& value = member(object, name);
        if (!value.IsNumber()) {
            return otherwise;
        }
        const double found = value.GetNumberAsDouble();
        if (!(found >= 0.0 && found <= spring_number_max)) {
            file_.refuse(std::string("has a ") + name + " of a spring that is out of range; export it again", where);
            return otherwise;
        }
        return found;
    }

    // -1 after a fault.
    int node_in(const Value& value, const std::string& where) {
        const int node = value.IsInt() ? value.GetNumberAsInt() : -1;
        return file_.holds(node, tree_.nodes.size(), "node", where) ? node : -1;
    }

    void set(int node, const SpringBone& spring) {
        auto& place = of_node_[static_cast<std::size_t>(node)];
        place = place ? place : std::optional(spring);
    }

    void read_springs(const Value& extension) {
        const Value& springs = member(extension, "springs");
        for (std::size_t s = 0; s < springs.ArrayLen() && file_.is_sound(); ++s) {
            const Value& joints = member(springs.Get(static_cast<int>(s)), "joints");
            for (std::size_t j = 0; j < joints.ArrayLen() && file_.is_sound(); ++j) {
                const std::string where = "VRMC_springBone, spring " + std::to_string(s);
                const Value& joint = joints.Get(static_cast<int>(j));
                const int node = node_in(member(joint, "node"), where);
                if (node >= 0) {
                    set(node, {{},
                               number(joint, "stiffness", 1.0, where),
                               number(joint, "dragForce", 0.5, where),
                               number(joint, "gravityPower", 0.0, where)});
                }
            }
        }
    }

    void read_groups(const Value& extension) {
        const Value& groups = member(member(extension, "secondaryAnimation"), "boneGroups");
        for (std::size_t g = 0; g < groups.ArrayLen() && file_.is_sound(); ++g) {
            const std::string where = "VRM, bone group " + std::to_string(g);
            const Value& group = groups.Get(static_cast<int>(g));
            const SpringBone spring{{},
                                    number(group, "stiffiness", 1.0, where), // as the format spells it
                                    number(group, "dragForce", 0.5, where),
                                    number(group, "gravityPower", 0.0, where)};
            const Value& roots = member(group, "bones");
            for (std::size_t r = 0; r < roots.ArrayLen() && file_.is_sound(); ++r) {
                const int node = node_in(roots.Get(static_cast<int>(r)), where);
                if (node >= 0) {
                    set(node, spring);
                }
            }
        }
        for (const int node : tree_.order) { // a root's chain is all that hangs from it
            const int parent = tree_.nodes[static_cast<std::size_t>(node)].parent;
            const auto above = parent < 0 ? std::nullopt : of_node_[static_cast<std::size_t>(parent)];
            if (above) {
                set(node, *above);
            }
        }
    }

    void take_bones() {
        std::vector<bool> is_taken(of_node_.size(), false);
        for (std::size_t b = 0; b < bones_.node.size(); ++b) {
            const int node = bones_.node[b];
            if (node < 0 || !of_node_[static_cast<std::size_t>(node)]) {
                continue;
            }
            is_taken[static_cast<std::size_t>(node)] = true;
            SpringBone spring = *of_node_[static_cast<std::size_t>(node)];
            spring.bone = bones_.skeleton.bones[b].name;
            made_.bones.push_back(std::move(spring));
        }
        std::size_t others = 0;
        for (std::size_t node = 0; node < of_node_.size(); ++node) {
            others += of_node_[node] && !is_taken[node] ? 1U : 0U;
        }
        if (others > 0 && made_.bones.empty()) {
            made_.warnings.push_back("its spring bones carry no part of the body, so they make nothing soft");
        }
    }

    GltfModel& file_;
    const GltfNodes& tree_;
    const GltfBones& bones_;
    std::vector<std::optional<SpringBone>> of_node_;
    VrmSprings made_;
};

} // namespace

VrmSprings vrm_springs(GltfModel& file, const GltfNodes& tree, const GltfBones& bones) {
    return VrmReader(file, tree, bones).springs();
}

} // namespace limber
