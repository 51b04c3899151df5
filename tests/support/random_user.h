// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/random.h"
#include "tests/support/driven_session.h"
#include "tests/support/small_scene.h"

#include <filesystem>
#include <string>
#include <vector>

/// Drives a session by random commands, drags and strokes, as a user of all features would.
namespace limber::testing {

class RandomUser {
public:
    explicit RandomUser(std::uint64_t seed);

    /// One deed, and the models that it needs. Returns false if they do not come.
    bool act();
    /// Undoes or redoes that many times.
    bool repeat(app::Action action, std::size_t count);
    /// Saves the document, which is modified, as Ctrl+S does.
    bool save(const std::filesystem::path& path);

    app::ApplicationSession& session() {
        return driven_.session;
    }
    bool is_open() const {
        return driven_.is_open;
    }
    const ScratchFolder& folder() const {
        return folder_;
    }
    /// What was done, for messages.
    const std::string& log() const {
        return log_;
    }

    /// The messages that are shown.
    std::string messages() const;

private:
    static std::filesystem::path write_scene(const ScratchFolder& folder, Rng& rng);

    void note(const std::string& what) {
        log_ += what + "; ";
    }
    Vec3 vector(double size);
    Affine movement();
    std::optional<app::Pixel> pixel(const Vec3& point) const;
    std::optional<app::Pixel> on_body() const;
    /// A drag between two pixels, which may end with Esc or undo.
    void drag(const app::Pixel& from, const app::Pixel& to, bool shift, bool control = false);
    bool may_move_bones() const;

    void pull_flesh();
    void move_handle();
    void pose_with_gizmo();
    void move_obstacle();
    void paint();
    void edit_draft();
    void edit_controls(app::CharacterDraft& draft);
    void connect_springs(app::CharacterControls& controls);
    void behave(app::BehaviourControls& behaviour);
    void edit_loads(app::ModelDescription& description);
    void edit_examples(app::MuscleDescription& muscles);
    void edit_description(app::CharacterDraft& draft);
    void edit_environment(app::CharacterDraft& draft);
    void edit_compared(app::CharacterDraft& draft);
    void add_gait();
    void compare_gait();
    void search_gait();
    void add_file();
    void edit_view();
    void use_key();
    void rebuild_and_cancel();
    void use_timeline();
    void change_rig();
    void carry_obstacle();
    void copy_settings();
    void begin_film();

    Rng rng_;
    ScratchFolder folder_;
    DrivenSession driven_;
    std::string log_;
};

} // namespace limber::testing
