#include "app/scene/rebuild_worker.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

namespace limber::app {

namespace {

struct Request {
    SceneDescription description;
    CharacterPtr previous;
    Stage from = Stage::mesh;
};

// Nothing may leave a thread but by its door, and memory can run out anywhere.
Result<CharacterPtr> built(const Request& request, Progress& progress) {
    try {
        return build_character(request.description, request.previous, request.from, &progress);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::bad_input,
                     "there was not enough memory; ask for fewer modes or clusters, or take a coarser mesh",
                     request.description.mesh.string()};
    } catch (const std::exception& trouble) {
        return Error{ErrorKind::bad_input, std::string("the character could not be built: ") + trouble.what(),
                     request.description.mesh.string()};
    }
}

} // namespace

struct RebuildWorker::Shared {

    mutable std::mutex mutex;
    std::condition_variable wake;
    std::optional<Request> waiting;
    std::shared_ptr<Progress> running; // null: idle
    std::optional<Result<CharacterPtr>> ready;
    bool quit = false;
    std::thread thread;

    void run() {
        std::unique_lock lock(mutex);
        while (true) {
            wake.wait(lock, [this] { return quit || waiting; });
            if (quit) {
                return;
            }
            const Request request = std::move(*waiting);
            waiting.reset();
            const auto progress = std::make_shared<Progress>();
            running = progress;
            lock.unlock();
            auto result = built(request, *progress);
            lock.lock();
            running.reset();
            if (!progress->is_cancelled()) {
                ready = std::move(result);
            }
        }
    }

    void stop_running() {
        if (running) {
            running->cancel();
        }
    }
};

RebuildWorker::RebuildWorker() : shared_(std::make_unique<Shared>()) {
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

void RebuildWorker::request(const SceneDescription& description, CharacterPtr previous, Stage from) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->stop_running();
    shared_->ready.reset();
    shared_->waiting = Request{description, std::move(previous), from};
    shared_->wake.notify_one();
}

void RebuildWorker::cancel() {
    const std::scoped_lock lock(shared_->mutex);
    shared_->stop_running();
    shared_->waiting.reset();
    shared_->ready.reset();
}

bool RebuildWorker::is_busy() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->waiting || (shared_->running && !shared_->running->is_cancelled());
}

ProgressReport RebuildWorker::progress() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->running ? shared_->running->latest() : ProgressReport{};
}

std::optional<Result<CharacterPtr>> RebuildWorker::poll() {
    const std::scoped_lock lock(shared_->mutex);
    return std::exchange(shared_->ready, std::nullopt);
}

} // namespace limber::app
