#include "app/simulation/rebuild_worker.h"

#include "app/character/build_character.h"
#include "app/character/factorization_cache.h"
#include "app/document/companion_file.h"
#include "app/document/scene_description.h"
#include "app/jobs/catch_exceptions.h"
#include "app/jobs/lower_thread_priority.h"
#include "app/simulation/session_opening.h"
#include "engine/core/detached_task.h"
#include "engine/core/time_left.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

namespace limber::app {
namespace {

struct Rebuild {
    CharacterDescription description;
    CharacterPtr previous;
    Stage from = Stage::mesh;
};
using Request = std::variant<std::filesystem::path, Rebuild>;

Result<Built> carried_out(const Rebuild& order, Progress& progress, const Cache* cache,
                          FactorizationCache& factorizations) {
    auto character = build_character(order.description, order.previous, order.from, &progress, {}, Purpose::window,
                                     cache, &factorizations);
    return character ? Result<Built>(Built{std::move(character).value(), {}, {}}) : Result<Built>(character.error());
}

Result<Built> carried_out(const std::filesystem::path& path, Progress& progress, const Cache* cache,
                          FactorizationCache& factorizations) {
    ScenePreparation how;
    how.purpose = Purpose::window;
    how.cache = cache;
    how.factorizations = &factorizations;
    how.progress = &progress;
    if (is_recording(path)) {
        auto again = repeated_session(path, how);
        if (!again) {
            return again.error();
        }
        RepeatedSession session = std::move(again).value();
        return Built{nullptr,
                     {},
                     std::move(session.scene),
                     std::move(session.controls),
                     std::make_shared<Timeline>(std::move(session.timeline))};
    }
    const auto description = scene_in(path);
    if (!description) {
        return description.error();
    }
    how.unit = describes_many_characters(path) ? MeshUnit::metre : MeshUnit::fitted;
    auto ready = prepared_scene(description.value().value, how);
    if (!ready) {
        const bool may_be_companion = ready.error().kind == ErrorKind::bad_input && !describes_many_characters(path);
        const auto companion = may_be_companion ? companion_file(path) : std::nullopt;
        if (!companion) {
            return ready.error();
        }
        Built refused;
        refused.refused = Built::Refused{refusal_of(*companion, path), companion->opens_by};
        return refused;
    }
    Built built{nullptr, description.value().value, std::move(ready).value()};
    const auto& warnings = description.value().warnings;
    built.opened.warnings.insert(built.opened.warnings.begin(), warnings.begin(), warnings.end());
    return built;
}

std::string file_of(const Request& request) {
    const auto* path = std::get_if<std::filesystem::path>(&request);
    return path ? path->string() : std::get<Rebuild>(request).description.mesh.string();
}

Result<Built> built(const Request& request, Progress& progress, const Cache* cache,
                    FactorizationCache& factorizations) {
    std::optional<Result<Built>> result;
    const auto work = [&] {
        result =
            std::visit([&](const auto& order) { return carried_out(order, progress, cache, factorizations); }, request);
    };
    auto trouble = thrown_by(
        work, {"the character could not be built", "ask for fewer modes or clusters, or take a coarser mesh"});
    if (trouble) {
        trouble->where = file_of(request);
        return *trouble;
    }
    return *std::move(result);
}

} // namespace

struct RebuildWorker::Shared {
    mutable std::mutex mutex;
    std::condition_variable wake;
    mutable std::condition_variable rested;
    std::optional<Request> waiting;
    std::shared_ptr<Progress> running; // null: idle
    TimeLeft time_left;                // of the build that runs
    std::optional<Result<Built>> ready;
    bool quit = false;
    std::optional<Cache> cache;
    FactorizationCache factorizations;
    std::thread thread;

    void run() {
        lower_thread_priority(5); // drawing and simulation have priority
        std::unique_lock lock(mutex);
        while (true) {
            wake.wait(lock, [this] { return quit || waiting; });
            if (quit) {
                return;
            }
            std::optional<Request> request = std::exchange(waiting, std::nullopt);
            const auto progress = std::make_shared<Progress>();
            running = progress;
            time_left = {};
            lock.unlock();
            std::optional<Result<Built>> result = built(*request, *progress, cache ? &*cache : nullptr, factorizations);
            request.reset(); // characters take time to free: outside of the lock
            lock.lock();
            running.reset();
            rested.notify_all();
            if (!progress->is_cancelled()) {
                ready.swap(result);
            }
            lock.unlock();
            result.reset();
            lock.lock();
        }
    }

    // Replaces the running, waiting and finished work, which is freed outside of the lock.
    void take(std::optional<Request> request) {
        std::optional<Result<Built>> unwanted;
        const std::scoped_lock lock(mutex);
        stop_running();
        ready.swap(unwanted);
        waiting.swap(request);
        wake.notify_one();
    }

    void stop_running() {
        if (running) {
            running->cancel();
        }
    }
};

RebuildWorker::RebuildWorker(std::optional<Cache> cache) : shared_(std::make_unique<Shared>()) {
    shared_->cache = std::move(cache);
    shared_->thread = std::thread([shared = shared_.get()] { shared->run(); });
}

RebuildWorker::~RebuildWorker() {
    {
        const std::scoped_lock lock(shared_->mutex);
        shared_->quit = true;
        shared_->stop_running();
        shared_->wake.notify_one();
    }
    shared_->thread.join();
}

void RebuildWorker::open(const std::filesystem::path& path) {
    shared_->take(Request(path));
}

void RebuildWorker::rebuild(const CharacterDescription& description, CharacterPtr previous, Stage from) {
    shared_->take(Request(Rebuild{description, std::move(previous), from}));
}

void RebuildWorker::cancel() {
    shared_->take(std::nullopt);
}

bool RebuildWorker::is_busy() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->waiting || (shared_->running && !shared_->running->is_cancelled());
}

bool RebuildWorker::is_at_rest() const {
    const std::scoped_lock lock(shared_->mutex);
    return !shared_->waiting && !shared_->running && !shared_->ready;
}

ProgressReport RebuildWorker::progress() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->running ? shared_->time_left.estimated(shared_->running->latest()) : ProgressReport{};
}

std::optional<Result<Built>> RebuildWorker::poll() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->ready, std::nullopt);
}

bool RebuildWorker::comes_to_rest(std::chrono::milliseconds patience) const {
    std::unique_lock lock(shared_->mutex);
    return shared_->rested.wait_for(lock, patience, [this] { return !shared_->running && !shared_->waiting; }) &&
           wait_for_abandoned_work(patience);
}

} // namespace limber::app
