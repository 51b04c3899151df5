#include "app/scene/rebuild_worker.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace limber::app {

struct RebuildWorker::Shared {
    struct Request {
        SceneDescription description;
        CharacterPtr previous;
        Stage from = Stage::mesh;
    };

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
            auto built = build_character(request.description, request.previous, request.from, progress.get());
            lock.lock();
            running.reset();
            if (!progress->is_cancelled()) {
                ready = std::move(built);
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
    shared_->waiting = Shared::Request{description, std::move(previous), from};
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
