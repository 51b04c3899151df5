// SPDX-License-Identifier: MIT
#include "app/document/pose_keys.h"

#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber::app {
namespace {

bool is_near(double a, double b) {
    return std::abs(a - b) < same_key_seconds;
}

std::vector<PoseKey> sorted(std::vector<PoseKey> keys) {
    std::ranges::stable_sort(keys, {}, &PoseKey::time);
    return keys;
}

// Replaces the items of the same number, and adds the others in order.
template <typename Item>
void merge_into(std::vector<Item>& items, const std::vector<Item>& added, int Item::*number) {
    for (const Item& item : added) {
        const auto place = std::ranges::lower_bound(items, item.*number, {}, number);
        if (place != items.end() && (*place).*number == item.*number) {
            *place = item;
        } else {
            items.insert(place, item);
        }
    }
}

template <typename Item>
bool ascend(const std::vector<Item>& items, int Item::*number) {
    const auto not_before = [&](const Item& a, const Item& b) {
        return !(a.*number < b.*number);
    };
    return std::ranges::adjacent_find(items, not_before) == items.end() &&
           (items.empty() || items.front().*number >= 0);
}

Error bad_key(std::string what) {
    return {ErrorKind::bad_input, std::move(what), "keys"};
}

std::optional<Error> fault_in(const PoseKey& key) {
    if (!(key.time >= 0.0 && key.time <= keys_length_range.high)) {
        return bad_key("must have times between 0 and 1e6 seconds");
    }
    if (!ascend(key.bones, &KeyedBone::bone) || !ascend(key.targets, &KeyedTarget::target)) {
        return bad_key("must have bones and targets in ascending order, counted from 0, each once");
    }
    if (!std::ranges::all_of(key.bones, is_placement, &KeyedBone::offset)) {
        return bad_key("must move bones by at most 1e9 metres along each axis, and stretch by at most 1e6");
    }
    const auto is_weight = [](double weight) {
        return std::abs(weight) <= target_weight_max;
    };
    if (!std::ranges::all_of(key.targets, is_weight, &KeyedTarget::weight)) {
        return bad_key("must have weights between -1000 and 1000");
    }
    return std::nullopt;
}

PoseKey key_in(const JsonNode& node) {
    PoseKey key;
    MemberReader members(node);
    members.read("time", key.time);
    read_list(members, "bones", [&](const JsonNode& of_bone) {
        KeyedBone& keyed = key.bones.emplace_back();
        MemberReader parts(of_bone);
        parts.read("bone", keyed.bone);
        parts.read("offset", keyed.offset);
    });
    read_list(members, "targets", [&](const JsonNode& of_target) {
        KeyedTarget& keyed = key.targets.emplace_back();
        MemberReader parts(of_target);
        parts.read("target", keyed.target);
        parts.read("weight", keyed.weight);
    });
    return key;
}

Json key_json(const PoseKey& key) {
    Json::array_t bones;
    for (const KeyedBone& keyed : key.bones) {
        bones.emplace_back(Json::object_t{{"bone", keyed.bone}, {"offset", to_json(keyed.offset)}});
    }
    Json::array_t targets;
    for (const KeyedTarget& keyed : key.targets) {
        targets.emplace_back(Json::object_t{{"target", keyed.target}, {"weight", keyed.weight}});
    }
    Json::object_t json{{"time", key.time}};
    if (!bones.empty()) {
        json.emplace_back("bones", std::move(bones));
    }
    if (!targets.empty()) {
        json.emplace_back("targets", std::move(targets));
    }
    return json;
}

} // namespace

PoseKeys::PoseKeys(std::vector<PoseKey> keys, double length) : length_(length) {
    if (!keys.empty()) {
        keys_ = std::make_shared<const std::vector<PoseKey>>(std::move(keys));
    }
}

const std::vector<PoseKey>& PoseKeys::all() const {
    static const std::vector<PoseKey> none;
    return keys_ ? *keys_ : none;
}

const PoseKey* PoseKeys::at(double time) const {
    const auto found = std::ranges::find_if(all(), [time](const PoseKey& key) { return is_near(key.time, time); });
    return found == all().end() ? nullptr : &*found;
}

PoseKeys with_key(const PoseKeys& keys, const PoseKey& key) {
    std::vector<PoseKey> all = keys.all();
    auto same = std::ranges::find_if(all, [&](const PoseKey& other) { return is_near(other.time, key.time); });
    if (same == all.end()) {
        all.push_back({key.time});
        same = std::prev(all.end());
    }
    merge_into(same->bones, key.bones, &KeyedBone::bone);
    merge_into(same->targets, key.targets, &KeyedTarget::target);
    return PoseKeys(sorted(std::move(all)), keys.length());
}

PoseKeys without_key(const PoseKeys& keys, double time) {
    std::vector<PoseKey> all = keys.all();
    std::erase_if(all, [time](const PoseKey& key) { return is_near(key.time, time); });
    return PoseKeys(std::move(all), keys.length());
}

PoseKeys with_key_moved(const PoseKeys& keys, double from, double to) {
    std::vector<PoseKey> all = keys.all();
    const auto moved = std::ranges::find_if(all, [from](const PoseKey& key) { return is_near(key.time, from); });
    if (moved == all.end()) {
        return keys;
    }
    const bool is_taken =
        std::ranges::any_of(all, [&](const PoseKey& key) { return &key != &*moved && is_near(key.time, to); });
    if (is_taken) {
        return keys;
    }
    moved->time = to;
    return PoseKeys(sorted(std::move(all)), keys.length());
}

PoseKeys with_length(const PoseKeys& keys, double length) {
    return PoseKeys(keys.all(), length);
}

std::optional<Error> fault_in(const PoseKeys& keys) {
    const std::vector<PoseKey>& all = keys.all();
    if (!keys_length_range.holds(keys.length())) {
        return bad_key("must have a length between 0.01 and 1e6 seconds");
    }
    if (all.size() > pose_keys_max) {
        return bad_key("must be at most " + std::to_string(pose_keys_max));
    }
    const auto not_before = [](const PoseKey& a, const PoseKey& b) {
        return !(a.time < b.time);
    };
    if (std::ranges::adjacent_find(all, not_before) != all.end()) {
        return bad_key("must have ascending times");
    }
    for (const PoseKey& key : all) {
        if (auto fault = fault_in(key)) {
            return fault;
        }
    }
    return std::nullopt;
}

void read_value(const JsonNode& node, PoseKeys& keys) {
    MemberReader members(node);
    double length = usual_keys_length;
    members.read("length", length);
    std::vector<PoseKey> all;
    read_list(members, "keys", [&](const JsonNode& key) { all.push_back(key_in(key)); });
    keys = PoseKeys(std::move(all), length);
    if (const auto fault = node.is_sound() ? fault_in(keys) : std::nullopt) {
        node.refuse(fault->message);
    }
}

Json pose_keys_json(const PoseKeys& keys) {
    Json::array_t all;
    for (const PoseKey& key : keys.all()) {
        all.push_back(key_json(key));
    }
    return Json::object_t{{"length", keys.length()}, {"keys", std::move(all)}};
}

} // namespace limber::app
