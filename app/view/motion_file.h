// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_frames.h"
#include "engine/core/result.h"
#include "engine/formats/motion_export.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Writes a motion that was simulated for other tools (formats/motion_export.h): the states as they are, so that what
/// is written is what was seen.
namespace limber::app {

struct WrittenMotion {
    std::vector<std::filesystem::path> files;
    std::size_t frame_count = 0;
    double frames_per_second = 0.0;
    std::vector<FitReport> fits; // of a .glb: one a character
    std::vector<std::string> warnings;
};

/// The steps of a motion in a second. Fails with bad_input: fewer than two frames, steps of different lengths.
Result<double> frames_per_second(const SceneFrames& motion);

/// Fails with bad_input: fewer than two frames, steps of different lengths, too much for the memory, a path that is a
/// file of a character, and like write_motion.
Result<WrittenMotion> write_motion_file(const SceneFrames& motion, const std::filesystem::path& path,
                                        const ExportOptions& options);

/// An error if one of these files is one that a character was read from.
std::optional<Error> fault_in_files(std::span<const std::filesystem::path> written,
                                    std::span<const CharacterPtr> characters);

} // namespace limber::app
