#include "app/scene/member_reader.h"
#include "app/scene/scene_file.h"

namespace limber::app {
namespace {

bool read_label(const Json& json, std::size_t i, int label_count, int& label, Findings& findings) {
    const std::string path = "labels[" + std::to_string(i) + "]";
    std::int64_t value = 0;
    if (!read_integer(json, path, value, findings)) {
        return false;
    }
    if (value < 0 || value >= label_count) {
        findings.refuse(path + " is " + std::to_string(value) + ", but only 0 to " + std::to_string(label_count - 1) +
                        " are named by the scene");
        return false;
    }
    label = static_cast<int>(value);
    return true;
}

std::vector<int> labels_in(const Json& json, Index count, int label_count, std::string_view of, Findings& findings) {
    MemberReader members(json, "", findings);
    expect_format(members, "limber-labels");
    const Json* list = members.take("labels");
    if (!list || !list->array()) {
        findings.refuse("\"labels\" must be a list");
        return {};
    }
    if (static_cast<Index>(list->array()->size()) != count) {
        findings.refuse("there are " + std::to_string(list->array()->size()) + " labels for " + std::to_string(count) +
                        " " + std::string(of) + ": it belongs to another mesh");
        return {};
    }
    std::vector<int> labels(list->array()->size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!read_label((*list->array())[i], i, label_count, labels[i], findings)) {
            break;
        }
    }
    return labels;
}

} // namespace

Result<std::vector<int>> read_labels(const std::filesystem::path& path, Index count, int label_count,
                                     std::string_view of) {
    auto text = read_text(path);
    if (!text) {
        return text.error();
    }
    const auto json = parse_json(text.value(), path.string());
    if (!json) {
        return json.error();
    }
    Findings findings;
    auto labels = labels_in(json.value(), count, label_count, of, findings);
    if (!findings.fault.empty()) {
        return Error{ErrorKind::bad_input, findings.fault, path.string()};
    }
    return labels;
}

Result<Done> write_labels(const std::vector<int>& labels, const std::filesystem::path& path) {
    const Json::Array list(labels.begin(), labels.end());
    return write_text(to_text(Json::Object{{"format", "limber-labels"}, {"version", 1}, {"labels", list}}), path);
}

JsonKind json_kind(const std::filesystem::path& path) {
    auto text = read_text(path);
    if (!text) {
        return JsonKind::unreadable;
    }
    const auto json = parse_json(text.value(), path.string());
    if (!json) {
        return JsonKind::unreadable;
    }
    const Json* member = json.value().member("format");
    const std::string format = member && member->string() ? *member->string() : "";
    if (format == "limber-scene") {
        return JsonKind::scene;
    }
    if (format == "limber-rig" || json.value().member("rig_type")) {
        return JsonKind::rig;
    }
    if (format == "limber-clip" || (json.value().member("P") && !json.value().member("W"))) {
        return JsonKind::clip;
    }
    if (format == "limber-controls") {
        return JsonKind::controls;
    }
    return format == "limber-labels" ? JsonKind::labels : JsonKind::other;
}

} // namespace limber::app
