// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/jobs/background_queue.h"
#include "app/simulation/rebuild_worker.h"
#include "tests/support/eventually.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace limber::app {
namespace {

using limber::testing::eventually;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

// Whether a call on another thread returns while this thread is blocked.
bool returns_elsewhere(const std::function<void()>& call) {
    auto returned = std::make_shared<std::promise<void>>();
    auto done = returned->get_future();
    std::thread([returned, call] {
        call();
        returned->set_value();
    }).detach();
    return done.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
}

TEST(Freeing, AQueuedTaskDoesNotHoldTheLock) {
    std::atomic<bool> is_free = false;
    BackgroundQueue<int> queue;
    std::shared_ptr<int> held(new int(1), [&](int* number) {
        is_free = returns_elsewhere([&] { static_cast<void>(queue.poll()); });
        delete number;
    });
    queue.submit([held = std::move(held)]() -> Result<int> { return *held; });
    queue.wait();
    EXPECT_TRUE(is_free);
}

class RebuildOfASmallScene : public ::testing::Test {
protected:
    // The worker frees it; the flag says whether its lock was free at that time.
    CharacterPtr watched() {
        const Character character = *build_character(description, nullptr, Stage::mesh).value();
        return CharacterPtr(new Character(character), [this](const Character* freed) {
            is_free = returns_elsewhere([this] { static_cast<void>(worker.is_busy()); });
            is_freed = true;
            delete freed;
        });
    }

    ScratchFolder folder;
    CharacterDescription description = read_scene(write_small_scene(folder)).value().value;
    std::atomic<bool> is_free = false;
    std::atomic<bool> is_freed = false;
    RebuildWorker worker;
};

TEST_F(RebuildOfASmallScene, FreesItsRequestOutsideTheLock) {
    worker.rebuild(description, watched(), Stage::mesh);
    EXPECT_TRUE(eventually([this] { return is_freed.load(); }));
    EXPECT_TRUE(is_free);
    EXPECT_TRUE(eventually([this] { return worker.poll().has_value(); }));
}

TEST_F(RebuildOfASmallScene, FreesAReplacedRequestOutsideTheLock) {
    worker.rebuild(description, nullptr, Stage::mesh);
    worker.rebuild(description, watched(), Stage::mesh);
    worker.cancel();
    EXPECT_TRUE(eventually([this] { return is_freed.load(); }));
    EXPECT_TRUE(is_free);
}

} // namespace
} // namespace limber::app
