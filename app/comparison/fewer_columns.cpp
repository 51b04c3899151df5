// SPDX-License-Identifier: MIT
#include "app/comparison/fewer_columns.h"

#include "engine/body/body_step.h"

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

} // namespace

std::optional<FewerColumns> fewer_columns(const Character& character) {
    if (character.switched || !may_have_fewer_columns(character.subspace)) {
        return std::nullopt;
    }
    const Index modes = character.description.modes;
    const Index wanted = is_linear(character.subspace) ? displacements_a_mode * modes : modes;
    const Index of_whole_body = columns_of_whole_body(character);
    const Index has = columns_of(character) - of_whole_body;
    return has < wanted ? std::optional(FewerColumns{character.subspace, has, wanted, of_whole_body}) : std::nullopt;
}

std::string words_of_source(const FewerColumns& columns) {
    const std::string source = columns.kind == SubspaceKind::pod ? "the motion gives " : "the loads give ";
    const std::string of = source + std::to_string(columns.has) + " of ";
    return is_linear(columns.kind) ? of + std::to_string(columns.wanted) + " displacements, twelve for each mode"
                                   : of + std::to_string(columns.wanted) + " modes";
}

std::string warning_of(const FewerColumns& columns, const std::string& subspace) {
    const std::string reason = columns.kind == SubspaceKind::pod
                                   ? "the motion gives no more, but one of more frames may"
                                   : "the loads give no more";
    if (!is_linear(columns.kind)) {
        const std::string besides = columns.of_whole_body > 0 ? " besides that of the whole body: " : ": ";
        return subspace + " has " + std::to_string(columns.has) + " of " + numbered(columns.wanted, "mode", "modes") +
               besides + reason;
    }
    const std::string besides = columns.of_whole_body > 0 ? " besides those of the whole body" : "";
    return subspace + " has " + numbered(columns.has, "displacement", "displacements") + besides +
           ", and not twelve for each of " + numbered(columns.wanted / displacements_a_mode, "mode", "modes") + ": " +
           reason;
}

} // namespace limber::app
