// SPDX-License-Identifier: MIT
#include "app/cli/beside_film.h"

#include "app/cli/off_screen.h"
#include "app/view/drawables.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr float margin = 0.08F; // of a column, around the bodies

BesideFrame beside_frame(const SceneRun& run) {
    const Motion& leader = run.first().motion;
    BesideFrame frame;
    frame.place = mean_position(leader.character(), leader.state());
    frame.box = bounding_box(body_positions(leader.character(), leader.state()));
    for (const BesideBody& body : run.beside.bodies()) {
        const Points x = body.positions();
        frame.box = united(frame.box, bounding_box(x));
        frame.positions.emplace_back(x.cast<float>());
    }
    return frame;
}

std::vector<ShownInFrame> shown_in_frames(const std::vector<BesideFrame>& frames) {
    const auto whole = static_cast<double>(std::max<std::size_t>(frames.size() - 1, 1));
    std::vector<ShownInFrame> shown;
    for (const BesideFrame& frame : frames) {
        shown.push_back({frame.box, frame.place, static_cast<double>(shown.size()) / whole});
    }
    return shown;
}

} // namespace

Result<BesideFilm> film_of_beside(SceneRun& run, const FilmFrames& wanted, ThreadPool& threads, Progress* progress) {
    BesideFilm film;
    if (run.beside.bodies().empty()) {
        return film;
    }
    FrameStepper stepper(run, wanted.frames.steps_each, wanted.steps_before, threads);
    for (std::uint64_t frame = 0; frame < wanted.frames.count; ++frame) {
        const double share = static_cast<double>(frame) / static_cast<double>(wanted.frames.count);
        if (!keep_going(progress, "simulating", share)) {
            return Error{ErrorKind::cancelled, "the simulation was cancelled", {}};
        }
        if (auto fault = frame > 0 ? stepper.advance(progress) : std::nullopt) {
            return *fault;
        }
        film.frames.push_back(beside_frame(run));
    }
    film.bodies = std::exchange(run.beside, {});
    if (wanted.frames.count > 1) {
        run.motion.begin_again();
        if (auto fault = take_steps(run, 0, wanted.steps_before, threads, progress)) {
            return *fault;
        }
    }
    return film;
}

Captions captions_of_columns(const SceneRun& run, const Arguments& arguments, const BesideBodies& bodies) {
    std::vector<std::string> texts{caption_of_subspace(*run.first().character)};
    for (const BesideBody& body : bodies.bodies()) {
        texts.push_back(body.caption);
    }
    std::vector<PixelRect> columns;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        columns.push_back(column_of(arguments, i));
    }
    return Captions(texts, columns);
}

FilmCamera camera_of_columns(const SceneRun& run, const Arguments& arguments, const ColumnsShown& shown,
                             FilmCamera camera) {
    const std::vector<ShownInFrame> frames = shown_in_frames(shown.frames);
    const float aspect = aspect_of(arguments);
    const bool is_own = has_own_camera(run);
    if (!is_own) {
        camera.start = camera_for(run, box_seen(camera, frames), aspect);
    }
    const float above = static_cast<float>(shown.above) / static_cast<float>(arguments.height);
    const glm::vec2 middle(1.0F - margin, 1.0F - margin - 2.0F * above);
    return showing_all(std::move(camera), frames, aspect, middle, !is_own);
}

} // namespace limber::app
