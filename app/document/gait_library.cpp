// SPDX-License-Identifier: MIT
#include "app/document/gait_library.h"

#include "app/document/scene_paths.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <algorithm>
#include <cctype>

namespace limber::app {
namespace {

constexpr std::array role_names{"none", "forward", "left", "right", "back", "jump"};

NamedGait named_gait_in(const JsonNode& node, const std::filesystem::path& folder) {
    NamedGait named;
    MemberReader members(node);
    members.read("name", named.name);
    if (named.name.empty() && node.is_sound()) {
        node.refuse("must have a \"name\"");
    }
    if (const auto role = members.take("role")) {
        named.role = role_in(*role);
    }
    const auto gait = members.take("gait");
    if (!gait) {
        node.refuse("lacks its \"gait\"");
    } else if (const auto* file = gait->value().get_ptr<const std::string*>()) {
        named.file = resolved(*file, folder);
    } else {
        read_value(*gait, named.gait);
    }
    return named;
}

} // namespace

GaitRole role_in(const JsonNode& node) {
    const auto found = std::ranges::find(role_names, node.text());
    if (found == role_names.end()) {
        node.refuse("must be forward, left, right, back, jump or none");
        return GaitRole::none;
    }
    return static_cast<GaitRole>(found - role_names.begin());
}

std::string name_of(GaitRole role) {
    return role_names[static_cast<std::size_t>(role)];
}

std::string title_of(GaitRole role) {
    std::string title = name_of(role);
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    return title;
}

const NamedGait* GaitLibrary::called(std::string_view name) const {
    const auto found = std::ranges::find(gaits_, name, &NamedGait::name);
    return found == gaits_.end() ? nullptr : &*found;
}

const NamedGait* GaitLibrary::playing(GaitRole role) const {
    const auto found = std::ranges::find(gaits_, role, &NamedGait::role);
    return role == GaitRole::none || found == gaits_.end() ? nullptr : &*found;
}

NamedGait* GaitLibrary::find(std::string_view name) {
    const auto found = std::ranges::find(gaits_, name, &NamedGait::name);
    return found == gaits_.end() ? nullptr : &*found;
}

void GaitLibrary::keep(NamedGait gait) {
    const std::string name = gait.name;
    const GaitRole role = gait.role;
    if (NamedGait* same = find(name)) {
        *same = std::move(gait);
    } else {
        gaits_.push_back(std::move(gait));
    }
    assign_role(name, role);
}

void GaitLibrary::remove(std::string_view name) {
    std::erase_if(gaits_, [name](const NamedGait& named) { return named.name == name; });
}

bool GaitLibrary::rename(std::string_view name, const std::string& to) {
    NamedGait* named = find(name);
    if (!named || to.empty() || called(to)) {
        return false;
    }
    named->name = to;
    return true;
}

void GaitLibrary::assign_role(std::string_view name, GaitRole role) {
    for (NamedGait& named : gaits_) {
        if (named.name == name) {
            named.role = role;
        } else if (named.role == role) {
            named.role = GaitRole::none;
        }
    }
}

std::string GaitLibrary::free_name(const std::string& command) const {
    std::string name = command;
    for (int number = 2; called(name); ++number) {
        name = command + " " + std::to_string(number);
    }
    return name;
}

Result<Done> GaitLibrary::load() {
    for (NamedGait& named : gaits_) {
        if (named.file.empty()) {
            continue;
        }
        auto read = read_gait(named.file);
        if (!read) {
            return read.error();
        }
        named.gait = std::move(read).value().value;
    }
    return Done{};
}

void read_library(const JsonNode& list, const std::filesystem::path& folder, GaitLibrary& library) {
    library = {};
    const std::size_t count = list.size();
    for (std::size_t i = 0; i < count; ++i) {
        NamedGait named = named_gait_in(list[i], folder);
        if (library.called(named.name) && list[i].is_sound()) {
            list[i].refuse("has the name of another gait");
        }
        library.keep(std::move(named));
    }
}

Json library_json(const GaitLibrary& library, const std::filesystem::path& folder) {
    Json::array_t list;
    for (const NamedGait& named : library.gaits()) {
        Json gait = named.file.empty() ? gait_value(named.gait) : Json(relative_text(named.file, folder));
        list.emplace_back(
            Json::object_t{{"name", named.name}, {"role", name_of(named.role)}, {"gait", std::move(gait)}});
    }
    return list;
}

} // namespace limber::app
