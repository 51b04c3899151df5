// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/motion/scene_frames.h"
#include "engine/formats/morph_choice.h"

#include <filesystem>
#include <future>
#include <memory>

namespace limber::app {

struct Image;

/// How a film is drawn.
struct FilmSettings {
    double frames_per_second = 60.0; // frames between two steps are interpolated
    double turn = 0.0;               // [degree] of the camera around its target from the first frame to the last
    bool follows = false;            // the camera moves along with the selected character
    bool operator==(const FilmSettings&) const = default;
};

/// Writes the motion up to what is shown for other tools, in the format of the path's extension. A message follows.
/// A film is drawn by ExportFilm.
struct ExportMotion {
    std::filesystem::path path;
    int joints = 0;    // of a .glb: a skin with at most so many joints a character, approximate; 0: morph targets
    bool loop = false; // only the last loop of the clip, blended so that it has no seam (motion/loop_blend.h)
    FilmSettings film = {};
    double frames_per_second = 0.0;                 // 0: a frame a step; frames between two steps are interpolated
    MorphEncoding morphs = MorphEncoding::smaller;  // of a .glb without joints
    double tolerance = MorphFitOptions{}.tolerance; // of these: the worst vertex in any frame, a share of the extent
    bool operator==(const ExportMotion&) const = default;
};

/// Draws the motion up to what is shown as a film, a frame at a time, from where the camera is now: an .mp4, or
/// numbered images. ExportMotion does so for these endings.
struct ExportFilm {
    std::filesystem::path path;
    bool loop = false; // without the first frame again at the end
    FilmSettings film = {};
};

/// The image that the window has drawn of the film's next frame; null: it cannot be drawn.
struct AddFilmFrame {
    std::shared_ptr<const Image> image;
};

/// Writes the motion of the selected character up to what is shown, with all vertices of its tets, to an .npy file, and
/// makes the subspace of the character the best one for this motion. A message follows.
struct FitSubspaceToMotion {
    std::filesystem::path path;
};

struct StopExport {};

/// Requests the motion from the simulation, which sets it when it is between two steps.
struct RequestFrames {
    std::shared_ptr<std::promise<SceneFrames>> frames;
};

using ExportCommands =
    CommandList<ExportMotion, ExportFilm, AddFilmFrame, FitSubspaceToMotion, StopExport, RequestFrames>;

} // namespace limber::app
