#include "app/creatures/creatures.h"

#include "app/creatures/makers/creatures.h"
#include "app/platform_paths/caches.h"
#include "app/platform_paths/data_folder.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <random>

namespace limber::app {
namespace {

using Path = std::filesystem::path;
using assets::Figure;

constexpr std::size_t worker_count = 2; // that make creatures at the same time
constexpr auto patience = std::chrono::milliseconds(100);

// Of this process alone, for as long as it runs.
const Path& passing_folder() {
    struct Folder {
        Path path;
        Folder() {
            std::error_code trouble;
            path = std::filesystem::temp_directory_path(trouble) /
                   ("limber-creatures-" + std::to_string(std::random_device{}()));
        }
        ~Folder() {
            std::error_code trouble;
            std::filesystem::remove_all(path, trouble);
        }
    };
    static const Folder folder;
    return folder.path;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

Result<Figure> figure_called(const std::string& name) {
    for (auto& figure : assets::creatures()) {
        if (figure.name == name) {
            return std::move(figure);
        }
    }
    return Error{ErrorKind::bad_input,
                 "there is no such creature; there are " + listed(creature_names()) + ", and sea with many of them",
                 creature_path(name).string()};
}

struct Order {
    Figure figure;
    Progress progress;
    Result<Path> scene = Error{ErrorKind::cancelled, "making creatures was cancelled", {}};
    std::atomic<bool> is_begun = false;
    std::atomic<bool> is_done = false;
};

void carry_out(std::deque<Order>& orders, std::atomic<std::size_t>& next, const Path& cache) {
    for (std::size_t at = next++; at < orders.size(); at = next++) {
        Order& order = orders[at];
        order.is_begun = true;
        if (!order.progress.is_cancelled()) {
            order.scene = kept_scene(order.figure, cache, &order.progress);
        }
        order.is_done = true;
    }
}

// What is in work, and how much of all of it is done; forwards a stop request.
void tell(std::deque<Order>& orders, Progress* progress) {
    std::string phase;
    int more = 0; // that are being made beside the first
    double done = 0.0;
    for (Order& order : orders) {
        done += order.is_done ? 1.0 : order.progress.latest().fraction;
        if (order.is_begun && !order.is_done) {
            more += phase.empty() ? 0 : 1;
            phase = phase.empty() ? "making " + order.figure.title : phase;
        }
    }
    phase += more > 0 ? ", and " + std::to_string(more) + " more" : "";
    if (!keep_going(progress, phase, done / static_cast<double>(orders.size()))) {
        for (Order& order : orders) {
            order.progress.cancel();
        }
    }
}

} // namespace

std::vector<std::string> creature_names() {
    std::vector<std::string> names;
    for (const auto& figure : assets::creatures()) {
        names.push_back(figure.name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string built_in_hint(const Path& path) {
    const std::vector<std::string> names = creature_names();
    if (path == "sea" || std::find(names.begin(), names.end(), path.string()) != names.end()) {
        return "; the built-in one is " + creature_path(path.string()).string();
    }
    const auto assets = data_folder("assets");
    const Path scene = assets ? assets.value() / "scenes" / (path.string() + ".json") : Path();
    std::error_code ignored;
    const bool is_there = path == path.filename() && std::filesystem::is_regular_file(scene, ignored);
    return is_there ? "; the built-in one is " + scene.string() : "";
}

std::string spoken_name(const Path& scene) {
    const auto name = creature_named_by(scene);
    if (!name) {
        return scene.filename().string();
    }
    if (*name == "sea") {
        return "The sea";
    }
    const auto figure = figure_called(*name);
    return figure ? figure.value().title : *name;
}

void remove_passing_creatures() {
    std::error_code trouble;
    std::filesystem::remove_all(passing_folder(), trouble);
}

Result<Path> creature_folder() {
    const Path edition = LIMBER_CREATURE_EDITION;
    if (is_caching_off()) {
        return passing_folder() / edition;
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
    std::deque<Order> orders; // stay where they are
    for (const auto& name : names) {
        auto figure = figure_called(name);
        if (!figure) {
            return figure.error();
        }
        orders.emplace_back().figure = std::move(figure).value();
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::future<void>> workers;
    for (std::size_t worker = 0; worker < std::min(worker_count, orders.size()); ++worker) {
        workers.push_back(std::async(std::launch::async, [&] { carry_out(orders, next, cache.value()); }));
    }
    for (auto& worker : workers) {
        while (worker.wait_for(patience) != std::future_status::ready) {
            tell(orders, progress);
        }
        worker.get();
    }
    std::vector<Path> scenes;
    for (const Order& order : orders) {
        if (!order.scene) {
            return order.scene.error();
        }
        scenes.push_back(order.scene.value());
    }
    return scenes;
}

} // namespace limber::app
