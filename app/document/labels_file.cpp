// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_outline.h"
#include "engine/core/member_reader.h"

namespace limber::app {
namespace {

int label_in(const JsonNode& node, int label_count, std::string_view that) {
    const int label = node.integer();
    if (node.is_sound() && (label < 0 || label >= label_count)) {
        node.refuse("is " + std::to_string(label) + ", but only 0 to " + std::to_string(label_count - 1) + " " +
                    std::string(that));
    }
    return label;
}

std::vector<int> labels_in(const JsonNode& root, Index count, int label_count, std::string_view of,
                           std::string_view that) {
    MemberReader members(root);
    members.expect_format("limber-labels");
    const JsonNode list = root.member("labels");
    members.take("labels");
    std::vector<int> labels(list.size());
    if (static_cast<Index>(labels.size()) != count) {
        list.refuse("holds " + std::to_string(labels.size()) + " labels for " + std::to_string(count) + " " +
                    std::string(of) + ": it belongs to another mesh");
    }
    for (std::size_t i = 0; i < labels.size() && list.is_sound(); ++i) {
        labels[i] = label_in(list[i], label_count, that);
    }
    return labels;
}

Result<std::vector<int>> labels_of(const Result<JsonDocument>& document, Index count, int label_count,
                                   std::string_view of, std::string_view that) {
    if (!document) {
        return document.error();
    }
    auto labels = labels_in(document.value().root(), count, label_count, of, that);
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return labels;
}

} // namespace

Result<std::vector<int>> parse_labels(std::string_view bytes, std::string_view where, Index count, int label_count) {
    return labels_of(JsonDocument::parsed(bytes, where), count, label_count, "tets", "are named by the scene");
}

Result<std::vector<int>> read_labels(const std::filesystem::path& path, Index count, int label_count,
                                     std::string_view of, std::string_view that) {
    return labels_of(JsonDocument::read(path), count, label_count, of, that);
}

JsonKind json_kind(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    const auto outline = bytes ? parse_json_outline(bytes.value(), path.string()) : bytes.error();
    if (!outline) {
        return JsonKind::unreadable;
    }
    const Json& json = outline.value();
    const Json* member = find_member(json, "format");
    const std::string format = member && member->is_string() ? member->get<std::string>() : "";
    if (format == "limber-scene") {
        return JsonKind::scene;
    }
    if (format == "limber-rig" || json.contains("rig_type")) {
        return JsonKind::rig;
    }
    if (format == "limber-clip" || (json.contains("P") && !json.contains("W"))) {
        return JsonKind::clip;
    }
    if (format == "limber-gait") {
        return JsonKind::gait;
    }
    if (format == "limber-controls") {
        return JsonKind::controls;
    }
    return format == "limber-labels" ? JsonKind::labels : JsonKind::other;
}

} // namespace limber::app
