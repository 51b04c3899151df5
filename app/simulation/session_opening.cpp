// SPDX-License-Identifier: MIT
#include "app/simulation/session_opening.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/recording/session_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

// Replays the segments of one recording into a timeline.
class SessionReplayer {
public:
    SessionReplayer(Path file, const ScenePreparation& how) : file_(std::move(file)), how_(how) {}

    std::optional<Error> add(const RecordedSegment& segment) {
        std::vector<Track> tracks;
        made_.controls.clear();
        made_.scene.members.clear();
        made_.scene.environment = {};
        for (const RecordedCharacter& recorded : segment) {
            auto track = track_of(recorded, static_cast<int>(tracks.size()));
            if (!track) {
                return track.error();
            }
            tracks.push_back(std::move(track).value());
        }
        level(tracks);
        for (const Track& track : tracks) {
            add_member(track, tracks.size() > 1);
        }
        made_.timeline.begin(std::move(tracks));
        made_.timeline.trim();
        return std::nullopt;
    }

    ReplayedSession made() && {
        return std::move(made_);
    }

private:
    // Characters with the same description share a model, in all segments.
    Result<CharacterPtr> model_of(const CharacterDescription& scene) {
        auto& models = made_.scene.models;
        const auto known =
            std::ranges::find_if(models, [&](const CharacterPtr& it) { return it->description == scene; });
        if (known != models.end()) {
            return *known;
        }
        auto character =
            build_character(scene, nullptr, Stage::mesh, how_.progress, how_.threads, how_.purpose, how_.cache);
        if (character) {
            models.push_back(character.value());
        }
        return character;
    }

    Result<Track> track_of(const RecordedCharacter& recorded, int id) {
        const auto character = model_of(recorded.scene);
        if (!character) {
            return character.error();
        }
        const LiveControls start = starting_controls(*character.value());
        const auto read = parse_controls(recorded.text, file_.string(), *character.value(), start);
        if (!read) {
            return read.error();
        }
        const Recording& recording = read.value().value;
        const auto set = instruction_set_of(recording);
        if (!set) {
            return Error{set.error().kind, set.error().message, file_.string()};
        }
        Motion motion(character.value(), set.value());
        start_of_recording(recording, start, motion);
        Track track{id,
                    character.value(),
                    {made_.timeline.next_place(), motion.stored_state(), controls_at(recording, 0, start)}};
        const Replay replay = replayed(recording, start, motion, [&](const LiveControls& controls) {
            track.history.note(motion.stored_state(), controls);
        });
        judge(replay, recorded.scene.name, track);
        return track;
    }

    // Removes the stored states from the first state that is not finite.
    void judge(const Replay& replay, const std::string& who, Track& track) {
        if (replay.first_failure) {
            track.history.remove_after(track.history.first() + *replay.first_failure - 1);
        }
        if (replay.first_difference) {
            made_.scene.warnings.push_back(file_.string() + ": step " + std::to_string(*replay.first_difference) +
                                           " of " + who +
                                           " gives another state than the recorded one and is the last step shown");
        }
    }

    // Cuts all tracks of a segment to the length of the shortest one.
    static void level(std::vector<Track>& tracks) {
        const auto shortest =
            std::ranges::min_element(tracks, {}, [](const Track& track) { return track.history.last(); });
        const std::uint64_t last = shortest->history.last();
        for (Track& track : tracks) {
            track.history.remove_after(last);
        }
    }

    // The home of one of several characters is its first placement; a single character has the home of its scene.
    void add_member(const Track& track, bool is_one_of_many) {
        PreparedCharacter one;
        if (is_one_of_many) {
            one.member.placement = track.history.controls(track.history.first()).rig_offset;
        }
        one.base = track.character->description;
        one.description = track.character->description;
        one.character = track.character;
        if (made_.scene.members.empty()) {
            made_.scene.environment = one.description.environment;
        }
        merge(made_.scene.environment, one.description.environment);
        made_.scene.members.push_back(std::move(one));
        made_.controls.push_back(track.history.controls(track.history.last()));
    }

    Path file_;
    const ScenePreparation& how_;
    ReplayedSession made_;
};

Result<std::vector<RecordedSegment>> segments_of(const Path& path) {
    if (records_a_session(path)) {
        return read_session(path);
    }
    const auto scene = read_recorded_scene(path);
    const auto text = file_bytes(path);
    if (!scene || !text) {
        return scene ? text.error() : scene.error();
    }
    return std::vector<RecordedSegment>{{{scene.value().value, text.value()}}};
}

} // namespace

bool is_recording(const Path& path) {
    const auto text = path.extension() == ".json" ? file_bytes(path) : Result<std::string>(Error{});
    const auto json = text ? parse_json(text.value(), path.string()) : Result<Json>(text.error());
    const Json* format = json ? find_member(json.value(), "format") : nullptr;
    const bool is_controls = format && to_line(*format) == "\"limber-controls\"";
    return is_controls && (records_a_session(path) || json.value().contains("scene"));
}

Result<ReplayedSession> replayed_session(const Path& path, const ScenePreparation& how) {
    const auto segments = segments_of(path);
    if (!segments) {
        return segments.error();
    }
    SessionReplayer repetition(path, how);
    for (const RecordedSegment& segment : segments.value()) {
        if (auto fault = repetition.add(segment)) {
            return *fault;
        }
    }
    return std::move(repetition).made();
}

} // namespace limber::app
