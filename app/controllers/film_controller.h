// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/jobs/background_queue.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Draws the motion as a film: the window draws one frame of it beside each frame of its own, and the files are written
/// in the background.
namespace limber::app {

struct ImageFeed;

/// How a film shows the scene: as the view does when the film begins.
struct FilmView {
    ViewOptions options;
    double exaggeration = 1.0; // of the secondary motion
    int selected = 0;          // id of the character
    ViewArea area;
};

/// A frame of a film that the window is to draw.
struct FilmFrame {
    std::vector<Snapshot> snapshots;
    Snapshot selected;
    OrbitCamera camera;
    FilmView view;
};

class FilmController {
public:
    FilmController();
    ~FilmController();

    Commands carry_out(const ExportFilm& command, const SessionState& state);
    Commands carry_out(const AddFilmFrame& command, const SessionState& state);
    Commands carry_out(const StopExport& command, const SessionState& state);
    Commands update(const SessionState& state);
    void add_to(UiState& ui, const SessionState& state) const;
    void stop();

    /// The next frame; nullopt: none is drawn now, because there is no film, or its writer is behind.
    std::optional<FilmFrame> next_frame(const SessionState& state) const;
    bool is_busy() const;
    bool wait_until_idle(std::chrono::milliseconds timeout) const;

private:
    struct Written {
        std::filesystem::path file; // the first
        std::size_t frame_count = 0;
        double frames_per_second = 0.0;
        std::vector<std::string> warnings = {};
    };
    using TaskProgress = BackgroundQueue<Written>::TaskProgress;

    Commands start_drawing(SceneFrames motion);
    static Result<Written> write(ImageFeed& feed, const std::filesystem::path& path, std::size_t count, double rate,
                                 TaskProgress& progress);

    OrbitCamera camera_of_frame(std::size_t frame) const;
    Vec3 place_in_frame(std::size_t frame) const;

    ExportFilm wanted_;
    std::future<SceneFrames> coming_; // from the simulation
    std::shared_ptr<const SceneFrames> motion_;
    std::vector<StepPlace> places_;   // of the frames in the motion
    std::shared_ptr<ImageFeed> feed_; // to the writer
    std::size_t next_ = 0;            // frame to draw
    std::size_t count_ = 0;
    std::size_t followed_ = 0;          // index of the character
    OrbitCamera camera_;                // of the view when the film began
    std::optional<Vec3> followed_from_; // the place to which that camera had followed; none: that of the first frame
    FilmView view_;
    mutable BackgroundQueue<Written> queue_;
};

} // namespace limber::app
