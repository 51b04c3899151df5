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
    posed.description.retargeting.clear();
    set_retargeting(posed.description, files.clip, files.retargeting);
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

// n x 3.
Points positions_in(const Character& posed, const Clip& clip, std::size_t frame) {
    Points x = Points::Zero(posed.mesh.vertex_count(), 3);
    add_rig_motion(posed.mesh.X, posed.rig, rig_maps(posed.rig, clip.keys[frame], clip.weights_of_frame(frame)), x);
    return x;
}

/// A time between two frames.
struct FramePlace {
    Index frame = 0;
    Index next = 0;
    double share = 0.0; // of the next
};

FramePlace place_of(double time, double frame_rate, Index frames, bool loops) {
    const auto count = static_cast<double>(frames);
    const double at = std::max(0.0, time) * frame_rate;
    const double place = loops ? std::fmod(at, count) : std::min(at, count - 1.0);
    const auto frame = std::min(static_cast<Index>(place), frames - 1);
    const Index next = loops ? (frame + 1) % frames : std::min(frame + 1, frames - 1);
    return {frame, next, place - static_cast<double>(frame)};
}

PoseActivations activations_for(const Character& character) {
    const Material material = with_volume(character.material, character.description.material);
    return {character.mesh, material, *character.musculature.clusters, character.musculature.targets()};
}

// Frame by frame: the positions of all frames of a long clip would take gigabytes.
Result<PoseTrack> track_of_frames(const Character& character, const Character& posed, Progress* progress) {
    const Clip& clip = posed.clips.front();
    const PoseActivations activations = activations_for(character);
    PoseTrack track{Matrix(character.musculature.count(), static_cast<Index>(clip.keys.size())), clip.frame_rate,
                    clip.looping};
    for (std::size_t frame = 0; frame < clip.keys.size(); ++frame) {
        const double done = static_cast<double>(frame) / static_cast<double>(clip.keys.size());
        if (!keep_going(progress, "computing the poses of the clip", done)) {
            return Error{ErrorKind::cancelled, "the poses of the clip were cancelled", {}};
        }
        track.activations.col(static_cast<Index>(frame)) = activations.of(positions_in(posed, clip, frame));
    }
    return track;
}

// A pose that stays.
PoseTrack track_at(const Character& character, const Character& posed, double time) {
    const Clip& clip = posed.clips.front();
    const PoseActivations activations = activations_for(character);
    const FramePlace at = place_of(time, clip.frame_rate, static_cast<Index>(clip.keys.size()), clip.looping);
    const Vector frame = activations.of(positions_in(posed, clip, static_cast<std::size_t>(at.frame)));
    const Vector next = activations.of(positions_in(posed, clip, static_cast<std::size_t>(at.next)));
    return {(1.0 - at.share) * frame + at.share * next, clip.frame_rate, false};
}

std::vector<std::string> all_warnings_of(const Character& posed) {
    std::vector<std::string> all;
    for (const auto& [stage, sentences] : posed.warnings_of) {
        all.insert(all.end(), sentences.begin(), sentences.end());
    }
    return all;
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
    const FramePlace at = place_of(time, frame_rate, activations.cols(), loops);
    const double scale = strength > 0.0 ? (1.0 + strength) / strength : 0.0;
    activation = scale * (1.0 - at.share) * activations.col(at.frame) + scale * at.share * activations.col(at.next);
}

Result<PoseTrack> pose_track(const Character& character, const PoseFiles& files, std::optional<double> time,
                             Progress* progress) {
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
    if (posed.clips.front().keys.size() > pose_frames_max) {
        return Error{ErrorKind::bad_input, "has more than 1800 frames: cut it", files.clip.string()};
    }
    auto computed =
        time ? Result<PoseTrack>(track_at(character, posed, *time)) : track_of_frames(character, posed, progress);
    if (!computed) {
        return computed.error();
    }
    PoseTrack track = std::move(computed).value();
    track.warnings = all_warnings_of(posed);
    return track;
}

} // namespace limber::app
