// SPDX-License-Identifier: MIT
#include "engine/actuation/gait_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"

namespace limber {
namespace {

Sinusoid sinusoid_in(const JsonNode& node) {
    if (node.size() != 3 && node.is_sound()) {
        node.refuse("must be [amplitude, period, phase]");
    }
    if (!node.is_sound()) {
        return {};
    }
    return {node[0].number(), node[1].number(), node[2].number()};
}

Waveform waveform_in(const JsonNode& node) {
    Waveform waveform;
    const std::size_t count = node.size();
    for (std::size_t j = 0; j < count; ++j) {
        waveform.push_back(sinusoid_in(node[j]));
    }
    return waveform;
}

Json waveform_value(const Waveform& waveform) {
    Json::array_t harmonics;
    for (const Sinusoid& sinusoid : waveform) {
        harmonics.emplace_back(Json::array_t{sinusoid.amplitude, sinusoid.period, sinusoid.phase});
    }
    return harmonics;
}

} // namespace

void read_value(const JsonNode& node, Gait& gait) {
    MemberReader members(node);
    members.expect_format("limber-gait");
    members.read("name", gait.name);
    members.read("character", gait.character);
    members.read("ramp", gait.ramp);
    members.read("limit", gait.limit);
    gait.waveforms.clear();
    if (const auto waveforms = members.take("waveforms")) {
        const std::size_t count = waveforms->size();
        for (std::size_t i = 0; i < count; ++i) {
            gait.waveforms.push_back(waveform_in((*waveforms)[i]));
        }
    } else {
        node.refuse("lacks the list \"waveforms\"");
    }
    const auto fault = fault_in(gait);
    if (fault && node.is_sound()) {
        node.refuse("cannot be used: " + fault->where + ": " + fault->message);
    }
}

Result<Repaired<Gait>> parse_gait(std::string_view json, std::string_view where) {
    const auto document = JsonDocument::parsed(json, where);
    if (!document) {
        return document.error();
    }
    Repaired<Gait> gait;
    read_value(document.value().root(), gait.value);
    if (document.value().fault()) {
        return *document.value().fault();
    }
    gait.warnings = document.value().warnings();
    return gait;
}

Result<Repaired<Gait>> read_gait(const std::filesystem::path& path) {
    const auto text = file_bytes(path);
    return text ? parse_gait(text.value(), path.string()) : text.error();
}

Json gait_value(const Gait& gait) {
    Json::array_t waveforms;
    for (const Waveform& waveform : gait.waveforms) {
        waveforms.push_back(waveform_value(waveform));
    }
    return Json::object_t{{"format", "limber-gait"},     {"version", 1},      {"name", gait.name},
                          {"character", gait.character}, {"ramp", gait.ramp}, {"limit", gait.limit},
                          {"waveforms", waveforms}};
}

std::string gait_json(const Gait& gait) {
    return to_text(gait_value(gait));
}

Result<Done> write_gait(const Gait& gait, const std::filesystem::path& path) {
    if (auto fault = fault_in(gait)) {
        return *fault;
    }
    return write_json_file(path, gait_json(gait), [&](std::string_view text) -> std::optional<Error> {
        const auto read = parse_gait(text, path.string());
        return read ? std::nullopt : std::optional(read.error());
    });
}

} // namespace limber
