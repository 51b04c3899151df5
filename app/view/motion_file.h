// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_frames.h"
#include "engine/core/result.h"
#include "engine/formats/motion_export.h"

#include <cstdint>
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
    std::uintmax_t bytes = 0;    // of all files
    std::vector<FitReport> fits; // of a .glb: one a character
    std::vector<std::string> warnings;
};

/// The steps of a motion in a second. Fails with bad_input: fewer than two frames, steps of different lengths.
Result<double> frames_per_second(const SceneFrames& motion);

/// Where the frames of a film or file lie in the motion, so many a second: as those of `resampled`.
Result<std::vector<StepPlace>> frame_places(const SceneFrames& motion, double frames_per_second, bool is_loop);

/// The motion with so many frames a second, of which the first is its first one; frames between two steps are
/// interpolated (motion/scene_frames.h, frame_at). A loop, whose last frame is its first one again, has whole frames:
/// it is shortened or lengthened by less than a frame. Fails as frames_per_second does.
Result<SceneFrames> resampled(SceneFrames motion, double frames_per_second, bool is_loop);

/// Fails with bad_input: fewer than two frames, steps of different lengths, too much for the memory, a path that is a
/// file of a character, and like write_motion.
Result<WrittenMotion> write_motion_file(const SceneFrames& motion, const std::filesystem::path& path,
                                        const ExportOptions& options);

/// The frames of a motion that a subspace is fitted to, at most: more of them hardly change it.
inline constexpr std::size_t fitted_frames_max = 240;

/// Writes the simulated positions of all vertices of one character's tets, frames x n x 3
/// (engine/replay/motion_file.h), as a subspace of the kind `pod` is made from: all frames, or fitted_frames_max of
/// them, evenly spread from the first to the last. Fails with bad_input: a character that is not in the motion, fewer
/// than two frames, a path that is a file of a character or cannot be written; and with cancelled.
Result<WrittenMotion> write_body_motion(const SceneFrames& motion, int id, const std::filesystem::path& path,
                                        Progress* progress = nullptr);

/// How the window shows a motion.
struct ShownMotion {
    bool secondary = true;     // off: the rig alone
    double exaggeration = 1.0; // of the secondary motion
    bool is_solo = false;      // other characters are hidden
};

/// A warning that a file of the motion, which has the simulated positions of all enabled characters, differs from what
/// the window shows; empty: it does not.
std::string difference_from_shown(const ShownMotion& shown);

/// A warning that a file of the motion begins later than it, because its first steps are no longer stored; empty: they
/// are.
std::string warning_of_removed_start(const SceneFrames& motion);

/// An error if one of these files is one that a character was read from.
std::optional<Error> fault_in_files(std::span<const std::filesystem::path> written,
                                    std::span<const CharacterPtr> characters);

} // namespace limber::app
