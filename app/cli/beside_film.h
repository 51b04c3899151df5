// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/captions.h"
#include "app/cli/film_camera.h"
#include "app/cli/film_frames.h"
#include "app/cli/scene_run.h"

#include <vector>

/// The bodies of `--beside` in a film.
namespace limber::app {

/// A frame, before it is drawn.
struct BesideFrame {
    using Positions = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;

    std::vector<Positions> positions; // of each body, n x 3 [m], as precise as they are drawn
    BoundingBox box;                  // of the character and these bodies [m]
    Vec3 place = Vec3::Zero();        // of the character, which the camera may follow
};

/// Their motion, which is computed before the first frame is drawn, so that a camera can show all of it.
struct BesideFilm {
    BesideBodies bodies;
    std::vector<BesideFrame> frames; // none: there are no such bodies
};

/// Takes the bodies out of the run, which has taken the steps before the first frame and is there again afterwards.
/// Fails as take_steps.
Result<BesideFilm> film_of_beside(SceneRun& run, const FilmFrames& wanted, ThreadPool& threads, Progress* progress);

/// Of the character and of the bodies beside it.
Captions captions_of_columns(const SceneRun& run, const Arguments& arguments, const BesideBodies& bodies);

/// What a camera of columns has to show, below the captions.
struct ColumnsShown {
    const std::vector<BesideFrame>& frames;
    int above = 0; // height of the captions [pixel]
};

/// Shows the whole of all bodies in every frame. The scene's own camera only moves away from what it looks at.
FilmCamera camera_of_columns(const SceneRun& run, const Arguments& arguments, const ColumnsShown& shown,
                             FilmCamera camera);

} // namespace limber::app
