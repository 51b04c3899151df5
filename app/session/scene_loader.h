// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/shared_state.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Applies opened scenes and built models to the session, and reverts edits after failures.
namespace limber::app {

class SceneLoader {
public:
    SceneLoader(SharedState& shared, Features& features) : shared_(shared), features_(features) {}

    Commands carry_out(const RebuildOutdated& command, const SessionState& state);
    Commands carry_out(const CancelBuild& command, const SessionState& state);

    /// Applies a build: a model, a scene, or characters that are added to the scene.
    Commands take(const Built& built);
    /// Whether it replaces the document.
    bool is_new_scene(const Built& built) const {
        const auto& opening = features_.get<OpeningController>().opening();
        return !built.character && opening && !opening->is_added;
    }
    /// After a failure, a model keeps its previous build, and a scene that did not open changes nothing.
    Commands revert_failed_build(const Built::Refused& refused);

private:
    Commands open_scene(const Built& built);
    Commands add_to_scene(const Built& built);
    Commands replace_model(const Built& built);
    std::optional<ModelStore::Build> with_other_tets(std::optional<ModelStore::Build> outdated);
    void report_opened(const Built& built);
    void report_units(const Built& built, const Scene& scene);
    void report_first(const std::filesystem::path& path, const CharacterInstance& instance);
    void report_softness(const std::filesystem::path& path, const CharacterInstance& instance);
    void report_bare(int model);
    void withdraw_refused_edits(int model);
    SessionState state() const {
        return state_of(shared_, features_);
    }
    void notify(const std::string& text, Message::Topic topic);

    SharedState& shared_;
    Features& features_;
    std::vector<int> bare_models_; // numbers of the models that came without a scene
};

} // namespace limber::app
