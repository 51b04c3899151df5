// SPDX-License-Identifier: MIT
#include "app/recording/recorded_bits.h"

#include "app/document/clip_playback.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"
#include "engine/loads/load_mixture.h"

#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t digits_in_a_hash = 16;
constexpr std::size_t hashes_in_a_row = 8;
constexpr double clip_time_max = 1e9; // [s]
constexpr std::string_view checksum_key = "\"checksum\": \"";

bool are_hashes(std::string_view digits) {
    return !digits.empty() && digits.size() % digits_in_a_hash == 0 &&
           digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint64_t hash_at(std::string_view digits, std::size_t index) {
    const std::string_view one = digits.substr(index * digits_in_a_hash, digits_in_a_hash);
    std::uint64_t hash = 0;
    std::from_chars(one.data(), one.data() + one.size(), hash, 16);
    return hash;
}

template <typename Rows>
Json stack_json(const Rows& stack) {
    Json::array_t numbers;
    numbers.reserve(static_cast<std::size_t>(stack.size()));
    for (Index row = 0; row < stack.rows(); ++row) {
        for (Index axis = 0; axis < 3; ++axis) {
            numbers.emplace_back(stack(row, axis));
        }
    }
    return numbers;
}

AffineStack stack_in(const JsonNode& list, Index rows) {
    const std::size_t count = list.size();
    if (list.is_sound() && count != static_cast<std::size_t>(3 * rows)) {
        list.refuse("holds " + std::to_string(count) + " numbers, but the scene's subspace and rig have " +
                    std::to_string(3 * rows));
    }
    AffineStack stack = AffineStack::Zero(rows, 3);
    for (std::size_t i = 0; i < count && list.is_sound(); ++i) {
        stack(static_cast<Index>(i / 3), static_cast<Index>(i % 3)) = list[i].number();
    }
    return stack;
}

// Z and Zdot, k x 3, and P and Pdot, 4b x 3, of a state or of the previous state.
struct Stacks {
    AffineStack& Z;
    AffineStack& Zdot;
    AffineStack& P;
    AffineStack& Pdot;
};

void read_stacks(MemberReader& members, Index k, Index rig_rows, const Stacks& stacks) {
    const auto read = [&members](const char* name, Index rows, AffineStack& stack) {
        members.take(name);
        stack = stack_in(members.object().member(name), rows);
    };
    read("Z", k, stacks.Z);
    read("Zdot", k, stacks.Zdot);
    read("P", rig_rows, stacks.P);
    read("Pdot", rig_rows, stacks.Pdot);
}

Json pose_json(const Pose& pose) {
    Json::array_t numbers;
    for (const Affine& bone : pose) {
        for (Index i = 0; i < bone.size(); ++i) {
            numbers.emplace_back(bone(i / 4, i % 4));
        }
    }
    return numbers;
}

Pose pose_in(const JsonNode& list, Index bones) {
    const std::size_t count = list.size();
    if (list.is_sound() && count != static_cast<std::size_t>(12 * bones)) {
        list.refuse("must hold 12 numbers for each of the rig's " + std::to_string(bones) + " bones");
    }
    Pose pose(static_cast<std::size_t>(bones), identity_affine());
    for (std::size_t i = 0; i < count && list.is_sound(); ++i) {
        pose[i / 12](static_cast<Index>(i % 12 / 4), static_cast<Index>(i % 4)) = list[i].number();
    }
    return pose;
}

std::vector<double> weights_in(const JsonNode& list, Index targets) {
    std::vector<double> weights(list.size());
    if (list.is_sound() && weights.size() != static_cast<std::size_t>(targets)) {
        list.refuse("must hold a weight for each of the rig's " + std::to_string(targets) + " targets");
    }
    for (std::size_t t = 0; t < weights.size() && list.is_sound(); ++t) {
        weights[t] = list[t].number();
    }
    return weights;
}

void read_playhead(MemberReader& members, Index bones, Index targets, Playhead& head) {
    members.read("clip", head.clip);
    members.read("clip_time", head.clip_time);
    members.read("jumps", head.jumps);
    if (!(std::abs(head.clip_time) <= clip_time_max)) {
        members.object().refuse("must have a clip_time between -1e9 and 1e9");
    }
    if (const auto blend = members.take("blend")) {
        MemberReader parts(*blend);
        parts.read("time", head.blend_time);
        parts.take("from");
        head.left_pose = pose_in(blend->member("from"), bones);
        if (targets > 0) {
            parts.take("from_weights");
            head.left_weights = weights_in(blend->member("from_weights"), targets);
        }
        if (!cross_fade_range.holds(head.blend_time)) {
            blend->refuse("must have a time between 0 and 60");
        }
    }
}

template <typename Moving>
void add_stacks(const Moving& moving, Json::object_t& object) {
    object.emplace_back("Z", stack_json(moving.Z));
    object.emplace_back("Zdot", stack_json(moving.Zdot));
    object.emplace_back("P", stack_json(moving.P));
    object.emplace_back("Pdot", stack_json(moving.Pdot));
}

} // namespace

Json hash_rows(const std::vector<std::uint64_t>& hashes) {
    Json::array_t rows;
    std::string row;
    for (const std::uint64_t hash : hashes) {
        row += hex(hash);
        if (row.size() == hashes_in_a_row * digits_in_a_hash) {
            rows.emplace_back(std::exchange(row, {}));
        }
    }
    if (!row.empty()) {
        rows.emplace_back(row);
    }
    return rows;
}

std::vector<std::uint64_t> hashes_in(const JsonNode& rows) {
    std::vector<std::uint64_t> hashes;
    const std::size_t count = rows.size();
    for (std::size_t r = 0; r < count && rows.is_sound(); ++r) {
        const std::string row = rows[r].text();
        if (!are_hashes(row)) {
            rows[r].refuse("must be hashes of 16 hexadecimal digits each");
            break;
        }
        for (std::size_t i = 0; i < row.size() / digits_in_a_hash; ++i) {
            hashes.push_back(hash_at(row, i));
        }
    }
    return hashes;
}

std::uint64_t hash_in(const JsonNode& digits) {
    const std::string text = digits.text();
    if (text.size() != digits_in_a_hash || !are_hashes(text)) {
        digits.refuse("must be 16 hexadecimal digits");
        return 0;
    }
    return hash_at(text, 0);
}

Json stored_state_json(const StoredState& stored_state) {
    const Playhead& head = stored_state.playhead;
    Json::object_t object{{"step", stored_state.step_count},
                          {"clip", head.clip},
                          {"clip_time", head.clip_time},
                          {"jumps", head.jumps},
                          {"time", stored_state.state.time}};
    if (!head.left_pose.empty()) {
        Json::object_t blend{{"time", head.blend_time}, {"from", pose_json(head.left_pose)}};
        if (!head.left_weights.empty()) {
            blend.emplace_back("from_weights", Json::array_t(head.left_weights.begin(), head.left_weights.end()));
        }
        object.emplace_back("blend", std::move(blend));
    }
    add_stacks(stored_state.state, object);
    const limber::PreviousState& before = stored_state.state.previous;
    Json::object_t previous{{"time_step", before.time_step}};
    if (before.time_step > 0) {
        add_stacks(before, previous);
    }
    object.emplace_back("past", std::move(previous));
    if (stored_state.state.contact_force.rows() > 0) {
        object.emplace_back("contact_force", stack_json(stored_state.state.contact_force));
    }
    if (!stored_state.behaviour.empty()) {
        object.emplace_back("behaviour", Json::array_t(stored_state.behaviour.begin(), stored_state.behaviour.end()));
    }
    if (!stored_state.switching.empty()) {
        object.emplace_back("switching", Json::array_t(stored_state.switching.begin(), stored_state.switching.end()));
    }
    if (!stored_state.springs.empty()) {
        object.emplace_back("springs", Json::array_t(stored_state.springs.begin(), stored_state.springs.end()));
    }
    return object;
}

StoredState stored_state_in(const JsonNode& node, const StateSizes& sizes) {
    MemberReader members(node);
    StoredState stored_state;
    State& now = stored_state.state;
    members.read("step", stored_state.step_count);
    read_playhead(members, sizes.rig_rows / 4 - sizes.targets, sizes.targets, stored_state.playhead);
    members.read("time", now.time);
    read_stacks(members, sizes.k, sizes.rig_rows, {now.Z, now.Zdot, now.P, now.Pdot});
    limber::PreviousState& previous = now.previous;
    previous = {now.Z, now.Zdot, now.P, now.Pdot, 0.0};
    const auto before = members.take("past");
    if (before && before->has("Z")) {
        MemberReader earlier(*before);
        earlier.read("time_step", previous.time_step);
        read_stacks(earlier, sizes.k, sizes.rig_rows, {previous.Z, previous.Zdot, previous.P, previous.Pdot});
    }
    if (previous.time_step < 0) {
        before->refuse("must not have a negative time_step");
    }
    now.contact_force = Points::Zero(sizes.contact_points, 3);
    if (const auto forces = members.take("contact_force")) {
        now.contact_force = stack_in(*forces, sizes.contact_points);
    }
    read_list(members, "behaviour", [&](const JsonNode& number) { stored_state.behaviour.push_back(number.number()); });
    read_list(members, "springs", [&](const JsonNode& number) { stored_state.springs.push_back(number.number()); });
    read_list(members, "switching", [&](const JsonNode& number) { stored_state.switching.push_back(number.number()); });
    if (!stored_state.switching.empty() && !is_memory_of_choice(stored_state.switching, sizes.loads)) {
        members.object().refuse("has a \"switching\" that is not of a body with " + std::to_string(sizes.loads) +
                                " loads to switch between");
    }
    return stored_state;
}

std::string text_with_checksum(Json object) {
    object.emplace("checksum", hex(0));
    std::string text = to_text(object);
    const std::size_t at = text.rfind(checksum_key);
    return text.replace(at + checksum_key.size(), digits_in_a_hash, hex(Hasher().add(text.substr(0, at)).digest()));
}

void refuse_damaged(const JsonNode& root, std::string_view text) {
    if (!root.has("checksum")) {
        return;
    }
    const JsonNode written = root.member("checksum");
    const std::uint64_t checksum = hash_in(written);
    const std::size_t at = text.rfind(checksum_key);
    if (at == std::string_view::npos || Hasher().add(text.substr(0, at)).digest() != checksum) {
        written.refuse("is not that of the file, which was damaged or edited since it was recorded; take the original, "
                       "or delete this member if the edit was meant");
    }
}

Result<JsonDocument> recorded_document(const std::filesystem::path& path) {
    const auto text = file_bytes(path);
    return text ? recorded_document(text.value(), path.string()) : text.error();
}

Result<JsonDocument> recorded_document(std::string_view text, std::string_view where) {
    auto document = JsonDocument::parsed(text, where);
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    MemberReader(root).expect_format("limber-controls");
    refuse_damaged(root, text);
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return document;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    std::error_code trouble;
    return std::filesystem::absolute(file, trouble).parent_path();
}

} // namespace limber::app
