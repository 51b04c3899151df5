// SPDX-License-Identifier: MIT
#include "app/character_build/pose_track.h"

#include "app/character/material_scales.h"
#include "app/character_build/character_loading.h"
#include "app/character_files/clip_loading.h"
#include "engine/actuation/pose_activations.h"
#include "engine/core/contract.h"
#include "engine/rig/rig.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t pose_frames_max = 1800; // a minute at 30 a second

// What a rig and a clip are read for: the body with them, and nothing that is built afterwards.
Character with_rig(const Character& character, const PoseFiles& files) {
    Character posed;
    posed.description = character.description;
    posed.description.rig_kind = RigKind::file;
    posed.description.rig = files.rig;
    posed.description.clips = {files.clip};
    posed.description.active_clip = 0;
    posed.mesh = character.mesh;
    posed.mass = character.mass;
    posed.material = character.material;
    posed.file_positions = character.file_positions;
    posed.file_tets = character.file_tets;
    posed.boundary = character.boundary;
    posed.boundary_vertices = character.boundary_vertices;
    posed.surface = character.surface;
    return posed;
}

// n x 3 a frame.
std::vector<Points> positions_of(const Character& posed, const Clip& clip) {
    std::vector<Points> positions;
    for (std::size_t frame = 0; frame < clip.keys.size(); ++frame) {
        Points x = Points::Zero(posed.mesh.vertex_count(), 3);
        add_rig_motion(posed.mesh.X, posed.rig, rig_maps(posed.rig, clip.keys[frame], clip.weights_of_frame(frame)), x);
        positions.push_back(std::move(x));
    }
    return positions;
}

std::optional<Error> fault_in_body(const Character& character) {
    if (character.thin) {
        return Error{ErrorKind::bad_input, "rods and shells have no tets, which poses of a clip need", "muscles"};
    }
    if (character.musculature.count() == 0) {
        return Error{ErrorKind::bad_input, "the body has no muscles that could take the poses of a clip", "muscles"};
    }
    return std::nullopt;
}

} // namespace

void PoseTrack::sample(double time, double strength, Eigen::Ref<Vector> activation) const {
    EXPECTS(activation.size() == activations.rows() && activations.cols() > 0);
    const auto count = static_cast<double>(activations.cols());
    const double at = std::max(0.0, time) * frame_rate;
    const double place = loops ? std::fmod(at, count) : std::min(at, count - 1.0);
    const auto frame = std::min(static_cast<Index>(place), activations.cols() - 1);
    const Index next = loops ? (frame + 1) % activations.cols() : std::min(frame + 1, activations.cols() - 1);
    const double share = place - static_cast<double>(frame);
    const double scale = strength > 0.0 ? (1.0 + strength) / strength : 0.0;
    activation = scale * (1.0 - share) * activations.col(frame) + scale * share * activations.col(next);
}

Result<PoseTrack> pose_track(const Character& character, const PoseFiles& files) {
    if (auto fault = fault_in_body(character)) {
        return *fault;
    }
    Character posed = with_rig(character, files);
    GltfReads reads(GltfClips::sampled);
    CachedBuild uncached(nullptr);
    if (auto loaded = load_rig(posed, uncached, reads); !loaded) {
        return loaded.error();
    }
    if (auto loaded = load_clips(posed, reads); !loaded) {
        return loaded.error();
    }
    if (posed.clips.empty()) {
        return Error{ErrorKind::bad_input, "has no clip that the rig can play", files.clip.string()};
    }
    const Clip& clip = posed.clips.front();
    if (clip.keys.size() > pose_frames_max) {
        return Error{ErrorKind::bad_input, "has more than 1800 frames: cut it", files.clip.string()};
    }
    const Material material = with_volume(character.material, character.description.material);
    return PoseTrack{activations_of_poses(character.mesh, material, *character.musculature.clusters,
                                          character.musculature.targets(), positions_of(posed, clip)),
                     clip.frame_rate, clip.looping};
}

} // namespace limber::app
