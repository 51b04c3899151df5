// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// The poses of a clip as activations of a body that nothing holds: a controller pulls its activations towards them
/// beside its goals.
namespace limber::app {

/// A clip and the rig whose bones it moves. The rig's weights belong to the vertices of the body's file.
struct PoseFiles {
    std::filesystem::path rig;
    std::filesystem::path clip;
    ClipRetargeting retargeting = {}; // of the clip to the rig
};

struct PoseTrack {
    Matrix activations; // m x frames, of the muscles alone; at least one frame
    double frame_rate = 30.0;
    bool loops = true;
    std::vector<std::string> warnings = {}; // of the files

    /// Writes the activation at a time [s], linear between the frames; m. The flesh, which has its own shape, pulls the
    /// body back by a share of 1 / (1 + strength): the activation is larger by as much. Allocates nothing.
    void sample(double time, double strength, Eigen::Ref<Vector> activation) const;
};

/// Only the shape of each pose counts, not where its bones carry the body. With a time [s] the track is the pose at
/// that time alone. Fails with bad_input for files that cannot be read or do not fit, and for bodies without tets or
/// muscles, and with cancelled.
Result<PoseTrack> pose_track(const Character& character, const PoseFiles& files, std::optional<double> time = {},
                             Progress* progress = nullptr);

} // namespace limber::app
