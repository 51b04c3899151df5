// SPDX-License-Identifier: MIT
#include "app/controllers/film_controller.h"

#include "app/controllers/export_message.h"
#include "app/motion/loop_steps.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/drawables.h"
#include "app/view/film.h"
#include "app/view/motion_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <numbers>
#include <utility>

namespace limber::app {

/// Images on their way from the thread that draws to the one that writes.
struct ImageFeed {
    std::mutex mutex;
    std::condition_variable has_more;
    std::deque<std::shared_ptr<const Image>> images;
    bool is_whole = false; // the last image was added
};

namespace {

constexpr std::size_t waiting_images_max = 3;        // which the writer has not taken
constexpr std::chrono::milliseconds look_around{50}; // between two looks at whether the film is cancelled
constexpr double loop_share_of_film = 0.1;           // of the time, in which its jump is measured

bool is_ready(const std::future<SceneFrames>& frames) {
    return frames.valid() && frames.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Null: there is none yet.
std::shared_ptr<const Image> take_image(ImageFeed& feed, bool& is_whole) {
    std::unique_lock lock(feed.mutex);
    feed.has_more.wait_for(lock, look_around, [&] { return !feed.images.empty() || feed.is_whole; });
    is_whole = feed.is_whole && feed.images.empty();
    if (feed.images.empty()) {
        return nullptr;
    }
    auto image = std::move(feed.images.front());
    feed.images.pop_front();
    return image;
}

} // namespace

FilmController::FilmController()
    : queue_({.error = {"the film could not be written", "export fewer seconds of it"},
              .at_close = AtClose::cancel,
              .niceness = 5}) {}

FilmController::~FilmController() = default;

bool FilmController::is_busy() const {
    return coming_.valid() || queue_.is_busy();
}

bool FilmController::wait_until_idle(std::chrono::milliseconds timeout) const {
    return queue_.wait_for(timeout);
}

void FilmController::stop() {
    coming_ = {};
    motion_ = nullptr;
    queue_.cancel();
}

Commands FilmController::carry_out(const ExportFilm& command, const SessionState& state) {
    if (is_busy()) {
        return {ShowMessage{{Message::Kind::warning, "A film is being exported: wait for it, or stop it."}}};
    }
    wanted_ = command;
    camera_ = state.camera.now();
    view_ = {state.view, state.editor.document().exaggeration, state.editor.selected(), state.viewport.layout.view};
    followed_from_.reset();
    if (const Snapshot& shown = state.shown.selected; shown.character && state.bounds().camera_targets(shown).goes) {
        followed_from_ = mean_position(*shown.character, shown.state);
    }
    const auto promise = std::make_shared<std::promise<SceneFrames>>();
    coming_ = promise->get_future();
    return {RequestFrames{promise}, RemoveMessages{Message::Topic::refused_export}};
}

Commands FilmController::carry_out(const StopExport&, const SessionState&) {
    if (!is_busy()) {
        return {};
    }
    stop();
    return {RemoveMessages{Message::Topic::exporting},
            ShowMessage{{Message::Kind::notice, wanted_.path.filename().string() + " was not written.",
                         Message::Topic::exporting}}};
}

// On the thread that draws: states are made when their frame is drawn, and the loop is measured by the writer.
Commands FilmController::start_drawing(SceneFrames motion) {
    std::shared_ptr<const SceneLoop> loop;
    const std::string removed = wanted_.loop ? "" : warning_of_removed_start(motion);
    if (wanted_.loop) {
        auto last = last_loop(motion);
        if (!last) {
            return {message_about_export(last.error())};
        }
        loop = std::make_shared<const SceneLoop>(std::move(last).value());
        motion = loop->motion;
    }
    auto places = frame_places(motion, wanted_.film.frames_per_second, wanted_.loop);
    if (!places) {
        return {message_about_export(places.error())};
    }
    places_ = std::move(places).value();
    if (wanted_.loop) { // the first frame again
        places_.pop_back();
    }
    count_ = places_.size();
    next_ = 0;
    const auto followed = std::ranges::find(motion.ids, view_.selected);
    followed_ = followed == motion.ids.end() ? 0 : static_cast<std::size_t>(followed - motion.ids.begin());
    const double shown_rate = wanted_.film.frames_per_second;
    if (const auto fault = fault_in_files(files_of({wanted_.path, count_, shown_rate}), motion.characters)) {
        return {message_about_export(*fault)};
    }
    motion_ = std::make_shared<const SceneFrames>(std::move(motion));
    feed_ = std::make_shared<ImageFeed>();
    const auto writing = [feed = feed_, path = wanted_.path, count = count_, shown_rate, loop,
                          removed](TaskProgress& progress) {
        std::vector<std::string> warnings;
        if (loop) {
            const PartOfProgress part(&progress, 0.0, loop_share_of_film);
            warnings = warnings_of_loop(*loop, &progress);
        } else if (!removed.empty()) {
            warnings = {removed};
        }
        const PartOfProgress part(&progress, loop ? loop_share_of_film : 0.0, 1.0);
        auto written = write(*feed, path, count, shown_rate, progress);
        if (!written) {
            return written;
        }
        Written film = std::move(written).value();
        film.warnings = std::move(warnings);
        return Result<Written>(std::move(film));
    };
    queue_.submit(writing, wanted_.path.string());
    return {};
}

Result<FilmController::Written> FilmController::write(ImageFeed& feed, const std::filesystem::path& path,
                                                      std::size_t count, double rate, TaskProgress& progress) {
    std::unique_ptr<Film> film;
    std::size_t written = 0;
    int width = 0;
    int height = 0;
    bool is_whole = false;
    while (!is_whole) {
        const double share = static_cast<double>(written) / static_cast<double>(count);
        if (!keep_going(&progress, "drawing the film", share)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        const auto image = take_image(feed, is_whole);
        if (!image) {
            continue;
        }
        if (!film) {
            auto made = make_film({path, count, rate}, image->width, image->height);
            if (!made) {
                return made.error();
            }
            film = std::move(made).value();
            width = image->width;
            height = image->height;
        }
        if (image->width != width || image->height != height) {
            return Error{ErrorKind::bad_input,
                         "the window moved to another display while the film was drawn; export it again",
                         path.string()};
        }
        if (auto added = film->add(*image); !added) {
            return added.error();
        }
        ++written;
    }
    if (auto finished = film->finish(); !finished) {
        return finished.error();
    }
    return Written{first_file_of({path, count, rate}), count, rate};
}

// The middle of the followed character [m].
Vec3 FilmController::place_in_frame(std::size_t frame) const {
    const auto shown = frame_at(*motion_, places_[frame]);
    return mean_position(*motion_->characters[followed_], shown->states[followed_]);
}

// A turn of a loop is over where the loop starts again. The camera, which may have followed to what is shown, follows
// along the ground, and not up and down.
OrbitCamera FilmController::camera_of_frame(std::size_t frame) const {
    OrbitCamera camera = camera_;
    const std::size_t last = wanted_.loop ? count_ : std::max<std::size_t>(count_ - 1, 1);
    camera.yaw += wanted_.film.turn * std::numbers::pi / 180.0 * static_cast<double>(frame) / static_cast<double>(last);
    if (wanted_.film.follows) {
        const Vec3 way = place_in_frame(frame) - followed_from_.value_or(place_in_frame(0));
        camera.target += way - way.dot(camera.up) * camera.up;
    }
    return camera;
}

std::optional<FilmFrame> FilmController::next_frame(const SessionState& state) const {
    if (!motion_) {
        return std::nullopt;
    }
    {
        const std::scoped_lock lock(feed_->mutex);
        if (feed_->images.size() >= waiting_images_max) {
            return std::nullopt;
        }
    }
    const auto shown = frame_at(*motion_, places_[next_]);
    FilmFrame frame;
    frame.camera = camera_of_frame(next_);
    frame.view = view_;
    for (std::size_t i = 0; i < motion_->characters.size(); ++i) {
        Snapshot snapshot;
        snapshot.id = motion_->ids[i];
        snapshot.character = motion_->characters[i];
        snapshot.state = shown->states[i];
        snapshot.dynamics = motion_->dynamics.empty() ? 1.0 : motion_->dynamics[i];
        snapshot.pose = pose_in(*snapshot.character, snapshot.state);
        if (const CharacterInstance* instance = state.editor.scene().instance(snapshot.id)) {
            snapshot.obstacles = state.models.live_controls(state.editor.scene(), *instance).obstacles;
        }
        frame.snapshots.push_back(std::move(snapshot));
    }
    place_carried_obstacles(frame.snapshots);
    const auto selected = std::ranges::find(frame.snapshots, view_.selected, &Snapshot::id);
    frame.selected = selected == frame.snapshots.end() ? frame.snapshots.front() : *selected;
    return frame;
}

Commands FilmController::carry_out(const AddFilmFrame& command, const SessionState&) {
    if (!motion_) {
        return {};
    }
    if (!command.image) {
        stop();
        return {};
    }
    ++next_;
    {
        const std::scoped_lock lock(feed_->mutex);
        feed_->images.push_back(command.image);
        feed_->is_whole = next_ == count_;
    }
    feed_->has_more.notify_one();
    if (next_ == count_) {
        motion_ = nullptr;
    }
    return {};
}

Commands FilmController::update(const SessionState&) {
    if (is_ready(coming_)) {
        SceneFrames motion = coming_.get();
        coming_ = {};
        return start_drawing(std::move(motion));
    }
    const auto written = queue_.poll();
    if (!written) {
        return {};
    }
    motion_ = nullptr;
    if (!*written) {
        return {message_about_export(written->error())};
    }
    const Written& film = written->value();
    std::array<char, 32> rate{};
    std::snprintf(rate.data(), rate.size(), "%.4g", film.frames_per_second);
    const std::string text = "Exported " + film.file.string() + ": " + std::to_string(film.frame_count) + " frames, " +
                             rate.data() + " a second.";
    Commands commands{RemoveMessages{Message::Topic::exporting},
                      ShowMessage{{Message::Kind::notice, text, Message::Topic::exporting}}};
    for (const std::string& warning : film.warnings) {
        commands.push_back(ShowMessage{{Message::Kind::warning, warning + ".", Message::Topic::exporting}});
    }
    return commands;
}

void FilmController::add_to(UiState& ui, const SessionState&) const {
    if (is_busy()) {
        ui.exporting = {true, queue_.progress(), wanted_.path.filename().string()};
    }
}

} // namespace limber::app
