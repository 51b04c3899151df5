// SPDX-License-Identifier: MIT
#include "app/document/example_pose.h"

#include "app/document/number_limits.h"
#include "app/document/scene_paths.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <cmath>

namespace limber::app {
namespace {

KeptShape shape_in(const JsonNode& list) {
    const std::size_t count = list.size();
    if (count == 0 || count % 3 != 0) {
        list.refuse("must have three numbers for each vertex of the body");
        return {};
    }
    Points positions(static_cast<Index>(count / 3), 3);
    for (std::size_t i = 0; i < count && list.is_sound(); ++i) {
        const double coordinate = list[i].number();
        if (!(std::abs(coordinate) <= coordinate_max)) {
            list[i].refuse("is too large for a coordinate");
        }
        positions.data()[i] = coordinate;
    }
    return list.is_sound() ? KeptShape(std::move(positions)) : KeptShape();
}

} // namespace

ExamplePose example_in_file(const std::filesystem::path& file) {
    return {file.stem().string(), absolute_path(file), {}};
}

ExamplePose example_in(const JsonNode& node, const std::filesystem::path& folder) {
    ExamplePose example;
    MemberReader members(node);
    members.read("name", example.name);
    std::string file;
    if (members.read("file", file)) {
        example.file = resolved(file, folder);
    }
    members.read("group", example.group);
    if (const auto positions = members.take("positions")) {
        example.kept = shape_in(*positions);
    }
    if (node.is_sound() && example.file.empty() != example.kept.is_there()) {
        node.refuse("must have either a \"file\" or \"positions\"");
    }
    if (example.name.empty()) {
        example.name = example.file.empty() ? "Example" : example.file.stem().string();
    }
    return example;
}

Json example_json(const ExamplePose& example, const std::filesystem::path& folder) {
    Json::object_t object{{"name", example.name}};
    if (!example.group.empty()) {
        object.emplace_back("group", example.group);
    }
    if (example.kept.is_there()) {
        const Points& x = example.kept.positions();
        object.emplace_back("positions", Json::array_t(x.data(), x.data() + x.size()));
    } else {
        object.emplace_back("file", relative_text(example.file, folder));
    }
    return object;
}

} // namespace limber::app
