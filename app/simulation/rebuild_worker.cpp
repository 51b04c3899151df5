// SPDX-License-Identifier: MIT
#include "app/simulation/rebuild_worker.h"

#include "app/character_build/build_character.h"
#include "app/character_build/factorization_cache.h"
#include "app/character_files/unmatched_clip.h"
#include "app/document/companion_file.h"
#include "app/document/joint_map.h"
#include "app/document/scene_description.h"
#include "app/document/thin_offer.h"
#include "app/imports/imported_character.h"
#include "app/jobs/background_queue.h"
#include "app/simulation/session_opening.h"
#include "engine/core/detached_task.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace limber::app {
namespace {

struct Rebuild {
    CharacterDescription description;
    CharacterPtr previous;
    Stage from = Stage::mesh;
};
struct Opening {
    std::filesystem::path path;
    ClipOverrides clips;
    Index surface_vertices = 0;
};
using Request = std::variant<Opening, Rebuild>;

// A clip whose bones the user may choose is named in the result.
Result<Built> refused_rebuild(const Rebuild& order, const Error& error) {
    const Character* previous = order.previous.get();
    const bool has_same_rig = previous && previous->description.rig == order.description.rig;
    if (!has_same_rig) {
        return error;
    }
    const PlayingRig before{previous->rig.skeleton, previous->description.clips};
    const auto unmatched = clip_without_matches(order.description, before, error);
    if (!unmatched) {
        return error;
    }
    Built refused;
    refused.refused = Built::Refused{unmatched->refusal, {}, false, unmatched->clip};
    return refused;
}

Result<Built> carried_out(const Rebuild& order, Progress& progress, const Cache* cache,
                          FactorizationCache& factorizations) {
    auto character = build_character(order.description, order.previous, order.from, &progress, {}, Purpose::window,
                                     cache, &factorizations);
    return character ? Result<Built>(Built{std::move(character).value(), {}, {}})
                     : refused_rebuild(order, character.error());
}

// Whether it has animations of bones and no triangles.
bool has_only_motion(const std::filesystem::path& path, Progress& progress) {
    if (!is_character_format(path)) {
        return false;
    }
    const auto alone = read_character_file(path, GltfClips::alone, &progress);
    return alone && alone.value().value.clip_count > 0 && alone.value().value.rig.surface.F.rows() == 0;
}

// A file of joints and bones is read only for clips of other skeletons, but a name that cannot be read is a mistake in
// any case. Says it unless another warning does.
void add_fault_in_joint_map(const ClipOverrides& clips, std::vector<std::string>& warnings) {
    if (clips.joints.empty()) {
        return;
    }
    const auto map = read_joint_map(clips.joints);
    if (!map && std::ranges::find(warnings, sentence(map.error())) == warnings.end()) {
        warnings.push_back(sentence(map.error()));
    }
}

// With the clips of the command line, or else without.
Result<PreparedScene> scene_with_clips(const SceneDescription& description, const ClipOverrides& clips,
                                       const ScenePreparation& how) {
    if (clips.is_empty()) {
        return prepared_scene(description, how);
    }
    ScenePreparation with_clips = how;
    with_clips.adjusted = [&clips](CharacterDescription character) -> Result<CharacterDescription> {
        override_clips(character, clips);
        return character;
    };
    auto ready = prepared_scene(description, with_clips);
    std::vector<std::string> warnings;
    if (!ready && ready.error().kind != ErrorKind::cancelled) {
        warnings.push_back(sentence(ready.error()));
        ready = prepared_scene(description, how);
    }
    if (!ready) {
        return ready;
    }
    add_fault_in_joint_map(clips, warnings);
    PreparedScene scene = std::move(ready).value();
    scene.warnings.insert(scene.warnings.end(), warnings.begin(), warnings.end());
    return scene;
}

// Its characters move as they were recorded: other clips of the command line are not theirs.
void add_warning_about_recorded_clips(const std::filesystem::path& path, const ClipOverrides& clips,
                                      PreparedScene& scene) {
    if (clips.is_empty()) {
        return;
    }
    const bool has_other_clips = std::ranges::any_of(scene.members, [&](const PreparedCharacter& one) {
        CharacterDescription with_clips = one.description;
        override_clips(with_clips, clips);
        return with_clips.clips != one.description.clips || with_clips.retargeting != one.description.retargeting;
    });
    if (has_other_clips) {
        scene.warnings.push_back(path.filename().string() +
                                 " is a recording of other clips than those of the command line, or of the same with "
                                 "other joints, stride or feet; it plays what was recorded, so open its scene to play "
                                 "others");
    }
    add_fault_in_joint_map(clips, scene.warnings);
}

// A motion without a body is found out by its bones alone, without reading it whole. nullopt: another file.
std::optional<Built> refused_motion(const std::filesystem::path& path, Progress& progress) {
    if (!is_motion_file(path)) {
        return std::nullopt;
    }
    const auto companion = companion_file(path, &progress);
    Built refused;
    refused.refused = companion ? Built::Refused{refusal_of(*companion, path), companion->opens_by, true}
                                : Built::Refused{refusal_of_motion(path), {}, true};
    return refused;
}

// A file that has no inside opens as rods, a shell or a body in its plane. nullopt: it does not.
std::optional<PreparedScene> thin_scene(const std::filesystem::path& path, const SceneDescription& description,
                                        const ScenePreparation& how) {
    const auto offer = thin_offer(path);
    if (!offer) {
        return std::nullopt;
    }
    ScenePreparation thin = how;
    thin.adjusted = [&offer](CharacterDescription bare) -> Result<CharacterDescription> {
        take_offer(*offer, bare);
        return bare;
    };
    auto ready = prepared_scene(description, thin);
    if (!ready) {
        return std::nullopt;
    }
    PreparedScene scene = std::move(ready).value();
    scene.warnings.insert(scene.warnings.begin(), words_for_taken_offer(*offer, path));
    return scene;
}

Result<Built> carried_out(const Opening& order, Progress& progress, const Cache* cache,
                          FactorizationCache& factorizations) {
    const std::filesystem::path& path = order.path;
    if (auto refused = refused_motion(path, progress)) {
        return *std::move(refused);
    }
    ScenePreparation how;
    how.surface_vertices = order.surface_vertices;
    how.purpose = Purpose::window;
    how.cache = cache;
    how.factorizations = &factorizations;
    how.progress = &progress;
    if (is_recording(path)) {
        auto again = replayed_session(path, how);
        if (!again) {
            return again.error();
        }
        ReplayedSession session = std::move(again).value();
        add_warning_about_recorded_clips(path, order.clips, session.scene);
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
    auto ready = scene_with_clips(description.value().value, order.clips, how);
    if (!ready && ready.error().kind == ErrorKind::bad_input) {
        if (auto thin = thin_scene(path, description.value().value, how)) {
            ready = *std::move(thin);
        }
    }
    if (!ready) {
        const bool may_be_companion = ready.error().kind == ErrorKind::bad_input && !is_list_of_characters(path);
        const auto companion = may_be_companion ? companion_file(path, &progress) : std::nullopt;
        if (!companion && !(may_be_companion && has_only_motion(path, progress))) {
            return ready.error();
        }
        Built refused;
        if (!companion) {
            refused.refused = Built::Refused{ready.error(), {}, true};
            return refused;
        }
        refused.refused = Built::Refused{refusal_of(*companion, path), companion->opens_by};
        return refused;
    }
    Built built{nullptr, description.value().value, std::move(ready).value()};
    const auto& warnings = description.value().warnings;
    built.opened.warnings.insert(built.opened.warnings.begin(), warnings.begin(), warnings.end());
    return built;
}

std::string file_of(const Request& request) {
    const auto* opening = std::get_if<Opening>(&request);
    return opening ? opening->path.string() : std::get<Rebuild>(request).description.mesh.string();
}

} // namespace

struct RebuildWorker::Shared {
    std::optional<Cache> cache;
    Index surface_vertices = 0;
    FactorizationCache factorizations;
    BackgroundQueue<Built> queue{
        {.error = {"the character could not be built", "use fewer modes or clusters, or a coarser mesh"},
         .niceness = 5}}; // drawing and simulation have priority

    void replace(Request request) {
        std::string file = file_of(request);
        queue.replace(
            [this, request = std::move(request)](Progress& progress) {
                return std::visit(
                    [&](const auto& order) {
                        return carried_out(order, progress, cache ? &*cache : nullptr, factorizations);
                    },
                    request);
            },
            std::move(file));
    }
};

RebuildWorker::RebuildWorker(std::optional<Cache> cache, Index surface_vertices) : shared_(std::make_unique<Shared>()) {
    shared_->cache = std::move(cache);
    shared_->surface_vertices = surface_vertices;
}

RebuildWorker::~RebuildWorker() = default;

void RebuildWorker::open(const std::filesystem::path& path, ClipOverrides clips) {
    shared_->replace(Opening{path, std::move(clips), shared_->surface_vertices});
}

void RebuildWorker::rebuild(const CharacterDescription& description, CharacterPtr previous, Stage from) {
    shared_->replace(Rebuild{description, std::move(previous), from});
}

void RebuildWorker::cancel() {
    shared_->queue.cancel();
}

bool RebuildWorker::is_busy() const {
    return shared_->queue.is_busy();
}

bool RebuildWorker::is_idle() const {
    return shared_->queue.is_empty();
}

ProgressReport RebuildWorker::progress() const {
    return shared_->queue.progress();
}

std::optional<Result<Built>> RebuildWorker::poll() {
    return shared_->queue.poll();
}

bool RebuildWorker::wait_until_idle(std::chrono::milliseconds timeout) const {
    return shared_->queue.wait_for(timeout) && wait_for_abandoned_work(timeout);
}

} // namespace limber::app
