// SPDX-License-Identifier: MIT
#include "app/document/point_spring.h"

#include "app/document/number_limits.h"
#include "engine/core/json.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double rest_length_max = 1e9; // [m]

void refuse_other_than_three(const JsonNode& list) {
    if (list.size() != 3) {
        list.refuse("must be a list of 3 numbers");
    }
}

Error spring_fault(const std::string& member, const std::string& what) {
    return {ErrorKind::bad_input, "spring." + member + " " + what, {}};
}

void read_end(MemberReader& members, const char* name, SpringEnd& end) {
    if (const auto point = members.take(name)) {
        MemberReader of_point(*point);
        read_point(of_point, end.vertices, end.barycentric);
    }
}

Json end_json(const SpringEnd& end) {
    const auto& [v, w] = end;
    return Json::object_t{{"vertices", Json::array_t{v[0], v[1], v[2]}},
                          {"barycentric", Json::array_t{w[0], w[1], w[2]}}};
}

} // namespace

int free_spring_id(const std::vector<PointSpring>& springs) {
    int id = 1;
    while (std::ranges::find(springs, id, &PointSpring::id) != springs.end()) {
        ++id;
    }
    return id;
}

std::string title_of(const PointSpring& spring) {
    return spring.name.empty() ? "Spring " + std::to_string(spring.id) : spring.name;
}

std::optional<Error> fault_in(const PointSpring& spring) {
    if (!(spring.stiffness >= 0.0 && spring.stiffness <= stiffness_max)) {
        return spring_fault("stiffness", "must not be negative, and at most 1e100 newtons a metre");
    }
    if (!(spring.rest_length >= 0.0 && spring.rest_length <= rest_length_max)) {
        return spring_fault("rest_length", "must lie between 0 and 1e9 metres");
    }
    for (const auto& [name, text] : {std::pair("name", &spring.name), std::pair("group", &spring.group)}) {
        if (letter_count(*text) > spring_name_max) {
            return spring_fault(name, "must have at most " + std::to_string(spring_name_max) + " letters");
        }
    }
    for (const auto& [name, end] : {std::pair("from", spring.from), std::pair("to", spring.to)}) {
        if (!are_weights(end.barycentric)) {
            return spring_fault(name, "must have barycentric weights between -2 and 2");
        }
    }
    return std::nullopt;
}

bool are_weights(const std::array<double, 3>& barycentric) {
    return std::ranges::all_of(barycentric, [](double weight) { return std::abs(weight) <= 2.0; });
}

void read_point(MemberReader& members, std::array<int, 3>& vertices, std::array<double, 3>& barycentric) {
    if (int vertex = 0; members.read("vertex", vertex)) {
        vertices = {vertex, vertex, vertex};
        barycentric = {1, 0, 0};
    }
    if (const auto list = members.take("vertices")) {
        refuse_other_than_three(*list);
        for (std::size_t i = 0; i < 3; ++i) {
            vertices[i] = (*list)[i].integer();
        }
    }
    if (const auto list = members.take("barycentric")) {
        refuse_other_than_three(*list);
        for (std::size_t i = 0; i < 3; ++i) {
            barycentric[i] = (*list)[i].number();
        }
    }
    if (!(std::abs(barycentric[0] + barycentric[1] + barycentric[2] - 1.0) < 1e-6)) {
        members.object().refuse("must have barycentric weights that sum to one");
    }
}

void read_members(MemberReader& members, PointSpring& spring) {
    members.read("name", spring.name);
    read_end(members, "from", spring.from);
    read_end(members, "to", spring.to);
    members.read("stiffness", spring.stiffness);
    members.read("rest_length", spring.rest_length);
    members.read("group", spring.group);
}

Json spring_json(const PointSpring& spring) {
    return Json::object_t{
        {"id", spring.id},           {"name", spring.name},           {"from", end_json(spring.from)},
        {"to", end_json(spring.to)}, {"stiffness", spring.stiffness}, {"rest_length", spring.rest_length},
        {"group", spring.group}};
}

} // namespace limber::app
