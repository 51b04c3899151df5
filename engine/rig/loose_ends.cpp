// SPDX-License-Identifier: MIT
#include "engine/rig/loose_ends.h"

#include "engine/rig/body_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace limber {
namespace {

using Flags = std::vector<bool>;

std::size_t index_of(int bone) {
    return static_cast<std::size_t>(bone);
}

bool is_of_the_face(const std::string& plain) {
    constexpr std::array<std::string_view, 5> firm{"eye", "jaw", "teeth", "tongue", "brow"};
    return std::ranges::any_of(firm, [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

// Fingers, toes and what is held belong to their limb.
bool ends_a_limb(BodyPart part) {
    return part == BodyPart::hand || part == BodyPart::foot || part == BodyPart::toe;
}

Flags firm_by_name(const Skeleton& skeleton, const std::vector<int>& order) {
    const std::vector<NamedPart> parts = body_parts(skeleton);
    Flags firm(skeleton.bones.size(), false);
    Flags behind_limb(skeleton.bones.size(), false);
    for (const int b : order) {
        const int parent = skeleton.bones[index_of(b)].parent;
        const NamedPart& part = parts[index_of(b)];
        behind_limb[index_of(b)] =
            parent >= 0 && (behind_limb[index_of(parent)] || ends_a_limb(parts[index_of(parent)].part));
        const bool marks_the_end = parent >= 0 && firm[index_of(parent)] && part.plain.ends_with("end");
        firm[index_of(b)] =
            part.part != BodyPart::other || behind_limb[index_of(b)] || marks_the_end || is_of_the_face(part.plain);
    }
    return firm;
}

// The bones that lead to a firm one are firm.
void extend_to_roots(Flags& firm, const Skeleton& skeleton, const std::vector<int>& order) {
    for (auto b = order.rbegin(); b != order.rend(); ++b) {
        const int parent = skeleton.bones[index_of(*b)].parent;
        if (parent >= 0 && firm[index_of(*b)]) {
            firm[index_of(parent)] = true;
        }
    }
}

Flags firm_by_branches(const Skeleton& skeleton) {
    std::vector<int> children(skeleton.bones.size(), 0);
    for (const Bone& bone : skeleton.bones) {
        if (bone.parent >= 0) {
            ++children[index_of(bone.parent)];
        }
    }
    Flags firm(skeleton.bones.size(), false);
    for (std::size_t b = 0; b < firm.size(); ++b) {
        firm[b] = children[b] > 1 || skeleton.bones[b].parent < 0;
    }
    return firm;
}

// Steps from each bone to the end of the longest chain behind it.
std::vector<int> steps_to_end(const Skeleton& skeleton, const std::vector<int>& order) {
    std::vector<int> steps(skeleton.bones.size(), 0);
    for (auto b = order.rbegin(); b != order.rend(); ++b) {
        const int parent = skeleton.bones[index_of(*b)].parent;
        if (parent >= 0) {
            steps[index_of(parent)] = std::max(steps[index_of(parent)], steps[index_of(*b)] + 1);
        }
    }
    return steps;
}

} // namespace

LooseEnds loose_ends(const Skeleton& skeleton) {
    const std::vector<int> order = root_first_order(skeleton);
    Flags firm = firm_by_name(skeleton, order);
    if (std::ranges::none_of(body_parts(skeleton), [](const NamedPart& p) { return p.part != BodyPart::other; })) {
        firm = firm_by_branches(skeleton);
    }
    extend_to_roots(firm, skeleton, order);
    const std::vector<int> behind = steps_to_end(skeleton, order);
    std::vector<int> before(skeleton.bones.size(), 0); // steps from the firm part
    LooseEnds ends{Vector::Zero(skeleton.bone_count()), {}};
    for (const int b : order) {
        if (firm[index_of(b)]) {
            ends.firm.push_back(b);
            continue;
        }
        const int parent = skeleton.bones[index_of(b)].parent;
        before[index_of(b)] = parent >= 0 ? before[index_of(parent)] + 1 : 0;
        ends.looseness(b) =
            static_cast<double>(before[index_of(b)]) / std::max(before[index_of(b)] + behind[index_of(b)], 1);
    }
    std::ranges::sort(ends.firm);
    return ends;
}

} // namespace limber
