// SPDX-License-Identifier: MIT
#include "engine/rig/rig_file.h"

#include "engine/core/contract.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

#include <cmath>

namespace limber {
namespace {

std::string text_of(const Affine& matrix) {
    std::string text = "[";
    for (int row = 0; row < 3; ++row) {
        text += row == 0 ? "[" : ", [";
        for (int column = 0; column < 4; ++column) {
            text += (column == 0 ? "" : ", ") + json_number(matrix(row, column));
        }
        text += "]";
    }
    return text + "]";
}

std::string text_of(const Bone& bone) {
    std::string text = "{\"name\": " + json_text(bone.name) + ", \"parent\": " + std::to_string(bone.parent) +
                       ", \"length\": " + json_number(bone.length);
    if (bone.file_scale != 1.0) {
        text += ", \"file_scale\": " + json_number(bone.file_scale);
    }
    return text + ", \"rest\": " + text_of(bone.rest) + "}";
}

/// A row of weights in integer millionths that sum to a million: the rounding error is added to the largest weight.
std::vector<long> millionths(const Matrix& W, Index vertex) {
    constexpr long whole = 1000000;
    std::vector<long> parts;
    long sum = 0;
    for (Index b = 0; b < W.cols(); ++b) {
        parts.push_back(std::lround(static_cast<double>(whole) * std::max(W(vertex, b), 0.0)));
        sum += parts.back();
    }
    Index largest = 0;
    W.row(vertex).maxCoeff(&largest);
    parts[static_cast<std::size_t>(largest)] += whole - sum;
    return parts;
}

std::string weights_of_vertex(const Matrix& W, Index vertex) {
    const std::vector<long> parts = millionths(W, vertex);
    std::string text = "[";
    for (std::size_t b = 0; b < parts.size(); ++b) {
        if (parts[b] > 0) {
            text += (text.size() > 1 ? ", [" : "[") + std::to_string(b) + ", " +
                    json_number(static_cast<double>(parts[b]) / 1e6) + "]";
        }
    }
    return text + "]";
}

std::string text_of(const Target& target) {
    std::string text =
        "{\"name\": " + json_text(target.name) + ", \"bone\": " + std::to_string(target.bone) + ", \"offsets\": [";
    bool is_first = true;
    for (Index v = 0; v < target.d.rows(); ++v) {
        if (target.d.row(v).isZero(0.0)) {
            continue;
        }
        text += (is_first ? "[" : ", [") + std::to_string(v);
        for (Index axis = 0; axis < 3; ++axis) {
            text += ", " + json_number(target.d(v, axis));
        }
        text += "]";
        is_first = false;
    }
    return text + "]}";
}

std::string weights_of_targets(const Clip& clip, std::span<const Target> targets) {
    if (clip.target_weights.empty()) {
        return "";
    }
    std::string text = ",\n\"targets\": [";
    for (std::size_t t = 0; t < targets.size(); ++t) {
        text += (t == 0 ? "" : ", ") + json_text(targets[t].name);
    }
    text += "],\n\"target_weights\": [\n";
    for (std::size_t frame = 0; frame < clip.target_weights.size(); ++frame) {
        text += frame == 0 ? "[" : ",\n[";
        for (std::size_t t = 0; t < targets.size(); ++t) {
            text += (t == 0 ? "" : ", ") + json_number(clip.target_weights[frame][t]);
        }
        text += "]";
    }
    return text + "\n]";
}

std::string text_of(const Pose& pose) {
    std::string text = "[";
    for (std::size_t b = 0; b < pose.size(); ++b) {
        text += (b == 0 ? "" : ", ") + text_of(pose[b]);
    }
    return text + "]";
}

} // namespace

Result<Done> write_rig(const Rig& rig, const std::filesystem::path& path) {
    EXPECTS(!fault_in(rig.skeleton) && rig.W.cols() == rig.skeleton.bone_count());
    std::string text = "{\"format\": \"limber-rig\", \"version\": 1,\n\"bones\": [\n";
    for (std::size_t b = 0; b < rig.skeleton.bones.size(); ++b) {
        text += (b == 0 ? "" : ",\n") + text_of(rig.skeleton.bones[b]);
    }
    text += "\n],\n\"weights\": [\n";
    for (Index vertex = 0; vertex < rig.W.rows(); ++vertex) {
        text += (vertex == 0 ? "" : ",\n") + weights_of_vertex(rig.W, vertex);
    }
    text += "\n]";
    for (std::size_t t = 0; t < rig.targets.size(); ++t) {
        text += (t == 0 ? ",\n\"targets\": [\n" : ",\n") + text_of(rig.targets[t]);
    }
    text += rig.targets.empty() ? "" : "\n]";
    return write_file(path, text + "}\n");
}

Result<Done> write_clip(const Clip& clip, const Skeleton& skeleton, const std::filesystem::path& path,
                        std::span<const Target> targets) {
    EXPECTS(!fault_in(clip, skeleton.bone_count()));
    EXPECTS(clip.target_weights.empty() || clip.target_weights.front().size() == targets.size());
    std::string text = "{\"format\": \"limber-clip\", \"version\": 1, \"name\": " + json_text(clip.name) +
                       ", \"frame_rate\": " + json_number(clip.frame_rate) +
                       ", \"looping\": " + (clip.looping ? "true" : "false") + ",\n\"bones\": [";
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        text += (b == 0 ? "" : ", ") + json_text(skeleton.bones[b].name);
    }
    text += "],\n\"keys\": [\n";
    for (std::size_t frame = 0; frame < clip.keys.size(); ++frame) {
        text += (frame == 0 ? "" : ",\n") + text_of(clip.keys[frame]);
    }
    return write_file(path, text + "\n]" + weights_of_targets(clip, targets) + "}\n");
}

} // namespace limber
