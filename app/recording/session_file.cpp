// SPDX-License-Identifier: MIT
#include "app/recording/session_file.h"

#include "app/document/character_file.h"
#include "app/recording/recorded_bits.h"
#include "app/recording/recording_check.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"

#include <optional>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

Json value_of(const CharacterRecording& character, const Path& folder) {
    return controls_value(character.recording, character.start, &character.scene, folder);
}

Json characters_of(const Segment& segment, const Path& folder) {
    Json::array_t characters;
    for (const CharacterRecording& character : segment.characters) {
        characters.emplace_back(value_of(character, folder));
    }
    return characters;
}

Json value_of(const Session& session, const Path& folder) {
    const Segment& first = session.segments.front();
    const bool is_alone = session.segments.size() == 1;
    if (is_alone && first.characters.size() == 1) {
        return value_of(first.characters.front(), folder);
    }
    Json::object_t object{{"format", "limber-controls"}, {"version", 1}};
    if (is_alone) {
        object.emplace_back("characters", characters_of(first, folder));
        return object;
    }
    Json::array_t segments;
    for (const Segment& segment : session.segments) {
        segments.emplace_back(Json::object_t{{"characters", characters_of(segment, folder)}});
    }
    object.emplace_back("segments", std::move(segments));
    return object;
}

/// Reads the segments. Errors inside a scene are stored here, because they are not errors of the enclosing document.
class SegmentReader {
public:
    SegmentReader(std::string_view where, const Path& folder) : where_(where), folder_(folder) {}

    RecordedSegment segment(const JsonNode& characters) {
        RecordedSegment recorded;
        const std::size_t count = characters.size();
        if (characters.is_sound() && count == 0) {
            characters.refuse("must hold at least one character");
        }
        for (std::size_t i = 0; i < count && !has_ended(characters); ++i) {
            add(characters[i], recorded);
        }
        return recorded;
    }
    bool has_ended(const JsonNode& node) const {
        return fault_ || !node.is_sound();
    }
    const std::optional<Error>& fault() const {
        return fault_;
    }

private:
    void add(const JsonNode& character, RecordedSegment& recorded) {
        const JsonNode scene = character.member("scene");
        if (!scene.is_sound()) {
            return;
        }
        auto read = parse_scene(to_text(scene.value()), where_ + ", " + scene.path(), folder_);
        if (!read) {
            fault_ = read.error();
            return;
        }
        recorded.push_back({std::move(read).value().value, to_text(character.value())});
    }

    std::string where_;
    Path folder_;
    std::optional<Error> fault_;
};

// A single character in a single segment is written as a plain recording.
std::optional<Error> fault_in_session(std::string_view text, const std::string& where, const Path& folder) {
    const auto document = recorded_document(text, where);
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    if (!root.has("characters") && !root.has("segments")) {
        return fault_in_recording(text, where, folder);
    }
    refuse_null(root);
    if (document.value().fault()) {
        return document.value().fault();
    }
    const auto read = parse_session(text, where, folder);
    return read ? std::nullopt : std::optional(read.error());
}

} // namespace

Result<Done> write_session(const Session& session, const Path& path) {
    EXPECTS(!session.segments.empty());
    for (const Segment& segment : session.segments) {
        EXPECTS(!segment.characters.empty());
    }
    const Path folder = folder_of(path);
    return write_json_file(path, text_with_checksum(value_of(session, folder)),
                           [&](std::string_view text) { return fault_in_session(text, path.string(), folder); });
}

bool records_a_session(const Path& path) {
    const auto text = file_bytes(path);
    const auto json = text ? parse_json(text.value(), path.string()) : Result<Json>(text.error());
    return json && (json.value().contains("characters") || json.value().contains("segments"));
}

Result<std::vector<RecordedSegment>> read_session(const Path& path) {
    const auto text = file_bytes(path);
    return text ? parse_session(text.value(), path.string(), folder_of(path)) : text.error();
}

Result<std::vector<RecordedSegment>> parse_session(std::string_view json, std::string_view where, const Path& folder) {
    const auto document = recorded_document(json, where);
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    SegmentReader reader(where, folder);
    std::vector<RecordedSegment> segments;
    if (root.has("characters")) {
        segments.push_back(reader.segment(root.member("characters")));
    } else {
        const JsonNode list = root.member("segments");
        const std::size_t count = list.size();
        if (list.is_sound() && count == 0) {
            list.refuse("must hold at least one");
        }
        for (std::size_t i = 0; i < count && !reader.has_ended(list); ++i) {
            segments.push_back(reader.segment(list[i].member("characters")));
        }
    }
    if (reader.fault()) {
        return *reader.fault();
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return segments;
}

Result<std::vector<std::string>> read_controls_texts(const Path& path) {
    const auto document = recorded_document(path);
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    MemberReader(root).expect_format("limber-controls");
    if (document.value().fault()) {
        return *document.value().fault();
    }
    if (root.has("segments")) {
        return Error{ErrorKind::bad_input, "holds several segments with different models; limber replay replays them",
                     path.string()};
    }
    if (!root.has("characters")) {
        const auto text = file_bytes(path);
        return text ? Result<std::vector<std::string>>(std::vector{text.value()}) : text.error();
    }
    std::vector<std::string> texts;
    const JsonNode list = root.member("characters");
    const std::size_t count = list.size();
    for (std::size_t i = 0; i < count && list.is_sound(); ++i) {
        texts.push_back(to_text(list[i].value()));
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return texts;
}

} // namespace limber::app
