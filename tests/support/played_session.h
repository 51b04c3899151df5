// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace limber::testing {

/// A session with the small scene, which plays, driven with commands and without a window.
class PlayedSession : public ::testing::Test {
protected:
    explicit PlayedSession(const app::SessionOptions& options = {}) : driven(write_small_scene(folder), options) {}
    const app::Snapshot& shown() const {
        return session.shown().selected;
    }
    bool pause() {
        session.carry_out(app::SetPlaying{false});
        return driven.frames_until([&] { return !shown().playing; });
    }
    bool play_until(std::uint64_t steps) {
        return driven.frames_until([&] { return shown().step_count >= steps; });
    }
    /// The newest message with this word, once there is one.
    std::string message_of(const std::string& word) {
        const auto& messages = *session.ui_state().messages;
        const auto has_it = [&](const app::Message& message) {
            return message.text.find(word) != std::string::npos;
        };
        const bool is_said = driven.frames_until([&] { return std::ranges::any_of(messages, has_it); });
        return is_said ? std::ranges::find_if(messages, has_it)->text : "";
    }

    ScratchFolder folder;
    DrivenSession driven;
    app::ApplicationSession& session = driven.session;
};

} // namespace limber::testing
