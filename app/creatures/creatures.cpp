// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"

#include "app/creatures/makers/creatures.h"
#include "app/platform_paths/caches.h"
#include "app/platform_paths/data_folder.h"
#include "engine/core/temporary_file.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <mutex>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;
using makers::Figure;

constexpr std::size_t worker_count = 2; // that make creatures at the same time
constexpr auto poll_interval = std::chrono::milliseconds(100);

/// The creatures of this process with LIMBER_CACHE=off. Made on first use, removed at the end of the process.
class ProcessFolder {
public:
    Result<Path> path() {
        const std::scoped_lock lock(mutex_);
        if (!folder_) {
            std::error_code trouble;
            auto made = TemporaryFolder::create(std::filesystem::temp_directory_path(trouble) / "limber-creatures");
            if (!made) {
                return made.error();
            }
            folder_.emplace(std::move(made).value());
        }
        return folder_->path();
    }
    void remove() {
        const std::scoped_lock lock(mutex_);
        folder_.reset();
    }

private:
    std::mutex mutex_;
    std::optional<TemporaryFolder> folder_;
};

ProcessFolder& process_folder() {
    static ProcessFolder folder;
    return folder;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::vector<std::string> names_of_scenes() {
    std::vector<std::string> names;
    for (const BuiltInScene& scene : built_in_scenes()) {
        names.push_back(scene.name);
    }
    return names;
}

const BuiltInScene* scene_called(const std::string& name) {
    const auto found = std::ranges::find(built_in_scenes(), name, &BuiltInScene::name);
    return found == built_in_scenes().end() ? nullptr : &*found;
}

Result<Figure> figure_called(const std::string& name) {
    for (auto& figure : makers::creatures()) {
        if (figure.name == name) {
            return std::move(figure);
        }
    }
    return Error{ErrorKind::bad_input,
                 "there is no such creature; there are " + listed(creature_names()) + ", and the scenes " +
                     listed(names_of_scenes()),
                 creature_path(name).string()};
}

struct CreatureTask {
    Figure figure;
    Progress progress;
    Result<Path> scene = Error{ErrorKind::cancelled, "making creatures was cancelled", {}};
    std::atomic<bool> is_started = false;
    std::atomic<bool> is_done = false;
};

void run_tasks(std::deque<CreatureTask>& tasks, std::atomic<std::size_t>& next, const Path& cache) {
    for (std::size_t at = next++; at < tasks.size(); at = next++) {
        CreatureTask& task = tasks[at];
        task.is_started = true;
        if (!task.progress.is_cancelled()) {
            task.scene = cached_scene(task.figure, cache, &task.progress);
        }
        task.is_done = true;
    }
}

// Reports what is being made and the share that is done of all tasks. Cancels the tasks when the progress is cancelled.
void report_progress(std::deque<CreatureTask>& tasks, Progress* progress) {
    std::string phase;
    int more = 0; // that are being made beside the first
    double done = 0.0;
    for (CreatureTask& task : tasks) {
        done += task.is_done ? 1.0 : task.progress.latest().fraction;
        if (task.is_started && !task.is_done) {
            more += phase.empty() ? 0 : 1;
            phase = phase.empty() ? "making " + task.figure.title : phase;
        }
    }
    phase += more > 0 ? ", and " + std::to_string(more) + " more" : "";
    if (!keep_going(progress, phase, done / static_cast<double>(tasks.size()))) {
        for (CreatureTask& task : tasks) {
            task.progress.cancel();
        }
    }
}

} // namespace

std::vector<std::string> creature_names() {
    std::vector<std::string> names;
    for (const auto& figure : makers::creatures()) {
        names.push_back(figure.name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

const std::vector<BuiltInScene>& built_in_scenes() {
    static const std::vector<BuiltInScene> all = {{"sea", "The sea"},
                                                  {"bowling", "Bowling"},
                                                  {"bedtime", "Bedtime"},
                                                  {"ball_game", "Ball game"},
                                                  {"dragon_on_springs", "Delia on springs"},
                                                  {"rope_bridge", "Rope bridge"},
                                                  {"crust_race", "Crust race"},
                                                  {"tea_party", "Tea party"}};
    return all;
}

std::string built_in_hint(const Path& path) {
    const std::vector<std::string> names = creature_names();
    if (scene_called(path.string()) || std::find(names.begin(), names.end(), path.string()) != names.end()) {
        return "; the built-in one is " + creature_path(path.string()).string();
    }
    const auto assets = data_folder("assets");
    const Path scene = assets ? assets.value() / "scenes" / (path.string() + ".json") : Path();
    std::error_code ignored;
    const bool is_there = path == path.filename() && std::filesystem::is_regular_file(scene, ignored);
    return is_there ? "; the built-in one is " + scene.string() : "";
}

std::string display_name(const Path& scene) {
    const auto name = creature_named_by(scene);
    if (!name) {
        return scene.filename().string();
    }
    if (const BuiltInScene* several = scene_called(*name)) {
        return several->title;
    }
    const auto figure = figure_called(*name);
    return figure ? figure.value().title : *name;
}

bool is_kept(const std::string& name) {
    const auto cache = creature_folder();
    std::error_code trouble;
    return cache && std::filesystem::is_regular_file(cache.value() / name / "scenes" / (name + ".json"), trouble);
}

void remove_temporary_creatures() {
    process_folder().remove();
}

Result<Path> creature_folder() {
    const Path edition = LIMBER_CREATURE_EDITION;
    if (is_caching_off()) {
        const auto folder = process_folder().path();
        return folder ? Result<Path>(folder.value() / edition) : folder.error();
    }
    const auto named = named_cache_folder();
    if (const auto cache = named ? named : usual_cache_folder()) {
        return *cache / "creatures" / edition;
    }
    return Error{ErrorKind::bad_input, "there is no place to keep creatures; set HOME or XDG_CACHE_HOME",
                 "XDG_CACHE_HOME"};
}

Result<std::vector<Path>> creature_scenes(const std::vector<std::string>& names, Progress* progress) {
    const auto cache = creature_folder();
    if (!cache) {
        return cache.error();
    }
    remove_other_editions(cache.value());
    std::deque<CreatureTask> tasks; // stay where they are
    for (const auto& name : names) {
        auto figure = figure_called(name);
        if (!figure) {
            return figure.error();
        }
        tasks.emplace_back().figure = std::move(figure).value();
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::future<void>> workers;
    for (std::size_t worker = 0; worker < std::min(worker_count, tasks.size()); ++worker) {
        workers.push_back(std::async(std::launch::async, [&] { run_tasks(tasks, next, cache.value()); }));
    }
    for (auto& worker : workers) {
        while (worker.wait_for(poll_interval) != std::future_status::ready) {
            report_progress(tasks, progress);
        }
        worker.get();
    }
    std::vector<Path> scenes;
    for (const CreatureTask& task : tasks) {
        if (!task.scene) {
            return task.scene.error();
        }
        scenes.push_back(task.scene.value());
    }
    return scenes;
}

} // namespace limber::app
