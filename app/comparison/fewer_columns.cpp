// SPDX-License-Identifier: MIT
#include "app/comparison/fewer_columns.h"

#include "app/character/switched_loads.h"
#include "engine/body/body_step.h"

#include <utility>

namespace limber::app {
namespace {

constexpr Index displacements_a_mode = 12;

std::string numbered(Index count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

Index columns_of(const Character& character) {
    const bool has_weights = !is_linear(character.subspace) && character.modes;
    return has_weights ? character.modes->W.cols() : mode_count(character);
}

// Pins take some of them, which are not counted here.
Index columns_of_whole_body(const Character& character) {
    const bool is_free = !character.is_held && character.pinned.size() == 0;
    if (!is_free || !depends_on_loads(character.subspace)) {
        return 0;
    }
    return is_linear(character.subspace) ? displacements_a_mode : 1;
}

std::optional<FewerColumns> fewer_in_one(const Character& character) {
    if (!may_have_fewer_columns(character.subspace)) {
        return std::nullopt;
    }
    const Index modes = character.description.modes;
    const Index wanted = is_linear(character.subspace) ? displacements_a_mode * modes : modes;
    const Index of_whole_body = columns_of_whole_body(character);
    const Index has = columns_of(character) - of_whole_body;
    return has < wanted ? std::optional(FewerColumns{character.subspace, has, wanted, of_whole_body}) : std::nullopt;
}

// What gives the columns, with its verb.
std::string source_of(const FewerColumns& columns) {
    if (!columns.load.empty()) {
        return "the load \"" + columns.load + "\" gives ";
    }
    return columns.kind == SubspaceKind::pod ? "the motion gives " : "the loads give ";
}

std::string of_load(const FewerColumns& columns) {
    return columns.load.empty() ? "" : ", for the load \"" + columns.load + "\", the fewest of its loads";
}

std::string reason_of(const FewerColumns& columns) {
    if (columns.kind == SubspaceKind::pod) {
        return "the motion gives no more, but one of more frames may";
    }
    return columns.load.empty() ? "the loads give no more" : "that load gives no more";
}

} // namespace

std::optional<FewerColumns> fewer_columns(const Character& character) {
    if (!character.switched) {
        return fewer_in_one(character);
    }
    std::optional<FewerColumns> fewest;
    for (const SwitchedLoads::Component& component : character.switched->components) {
        auto fewer = fewer_in_one(*component.character);
        if (fewer && (!fewest || fewer->has < fewest->has)) {
            fewest = std::move(fewer);
            fewest->load = component.name;
        }
    }
    return fewest;
}

std::string words_of_source(const FewerColumns& columns) {
    const std::string of = source_of(columns) + std::to_string(columns.has) + " of ";
    return is_linear(columns.kind) ? of + std::to_string(columns.wanted) + " displacements, twelve for each mode"
                                   : of + std::to_string(columns.wanted) + " modes";
}

std::string warning_of(const FewerColumns& columns, const std::string& subspace) {
    const std::string reason = of_load(columns) + ": " + reason_of(columns);
    if (!is_linear(columns.kind)) {
        const std::string besides = columns.of_whole_body > 0 ? " besides that of the whole body" : "";
        return subspace + " has " + std::to_string(columns.has) + " of " + numbered(columns.wanted, "mode", "modes") +
               besides + reason;
    }
    const std::string besides = columns.of_whole_body > 0 ? " besides those of the whole body" : "";
    return subspace + " has " + numbered(columns.has, "displacement", "displacements") + besides +
           ", and not twelve for each of " + numbered(columns.wanted / displacements_a_mode, "mode", "modes") + reason;
}

} // namespace limber::app
