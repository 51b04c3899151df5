// SPDX-License-Identifier: MIT
#include "app/cli/beside_bodies.h"

#include "app/cli/compared_column.h"
#include "app/cli/loads_option.h"
#include "app/cli/preparation.h"
#include "app/comparison/comparison.h"
#include "app/comparison/pod_modes.h"
#include "app/document/comparison_titles.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

Result<BesideBody> body_in_full_space(const Motion& leader, Threads threads, Progress* progress) {
    auto made = FullSpaceMotion::of(leader.character(), leader.state(), {.threads = threads}, progress);
    if (!made) {
        return made.error();
    }
    auto full = std::make_unique<FullSpaceMotion>(std::move(made).value());
    const Index vertices = full->model().vertex_count();
    return BesideBody{full_space_name, caption_of_subspace(ComparedSubspace{full_space_name}), vertices, nullptr,
                      std::move(full)};
}

// As `limber compare` counts them: a mode of a linear subspace is one of its columns.
Index columns_of(const std::string& kind, Index modes, const ReducedBody& body) {
    const auto named = subspace_named(kind);
    return named && is_linear(*named) ? body.coordinates() : modes;
}

// As many modes as the leader has.
Result<BesideBody> body_in_subspace(const ComparedColumn& column, const Motion& leader, const Cache* cache,
                                    Progress* progress) {
    const CharacterDescription& description = leader.character().description;
    const ComparedSubspace subspace{column.kind, description.modes, column.parameters};
    auto made = reduced_body_of(subspace, {leader.character_ptr(), description.loads, leader.state().P},
                                leader.instruction_set(), cache, progress);
    if (!made) {
        return made.error();
    }
    made.value()->start_from(in_all_vertices(leader.character(), leader.state()));
    return BesideBody{column.kind, caption_of_subspace(subspace) + title_of(subspace.parameters),
                      columns_of(column.kind, subspace.modes, *made.value()), std::move(made).value(), nullptr};
}

// All but pod, for which no motion was seen yet.
std::vector<std::string> kinds_beside() {
    std::vector<std::string> kinds = live_kinds();
    std::erase(kinds, pod_name);
    return kinds;
}

// "skinning", ..., "rotation-strain" or "full", in quotes.
std::string names_of_kinds_beside() {
    const std::vector<std::string> names = kinds_beside();
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* joint = i == 0 ? "" : i + 1 < names.size() ? ", " : " or ";
        text += joint + ("\"" + names[i] + "\"");
    }
    return text;
}

} // namespace

std::string caption_of_subspace(const Character& character) {
    const Index modes = character.linear ? character.description.modes : mode_count(character);
    return caption_of_subspace(ComparedSubspace{name_of(character.subspace), modes});
}

std::string fault_in_beside_body(const std::string& text) {
    const std::string kind = text.substr(0, text.find(':'));
    if (std::ranges::count(kinds_beside(), kind) == 0) {
        return "must be " + names_of_kinds_beside() + (kind.empty() ? ", and not empty" : ", not \"" + kind + "\"");
    }
    const std::string fault = fault_in_column(text);
    const std::string loads = fault.empty() ? parsed_column(text).parameters.loads : "";
    return load_sources_in(loads).empty()
               ? fault
               : "has \"loads=" + loads + "\", but loads of a body beside another are those of a file, or \"mass\"";
}

Result<Done> BesideBodies::prepare(const Arguments& arguments, const MovingCharacter& leader, Progress* progress) {
    const auto cache = user_cache(arguments);
    const std::vector<std::string>& wanted = arguments.film.beside;
    const auto whole = static_cast<double>(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const PartOfProgress part(progress, static_cast<double>(i) / whole, static_cast<double>(i + 1) / whole);
        const ComparedColumn column = parsed_column(wanted[i]);
        auto body = column.kind == full_space_name
                        ? body_in_full_space(leader.motion, {.count = arguments.threads}, progress)
                        : body_in_subspace(column, leader.motion, cache ? &*cache : nullptr, progress);
        if (!body) {
            return error_of_kind(body.error(), wanted[i]);
        }
        bodies_.push_back(std::move(body).value());
    }
    return Done{};
}

// A disabled character takes no step.
std::optional<Error> BesideBodies::step(const MovingCharacter& leader, Progress* progress) {
    if (bodies_.empty() || !leader.controls.is_enabled) {
        return std::nullopt;
    }
    const LeaderStep step = last_step_of(leader.motion, leader.controls);
    for (BesideBody& body : bodies_) {
        const auto done = body.full ? body.full->step_to_minimum(step, progress) : body.subspace->step(step);
        if (!done) {
            return done.error();
        }
        const double seconds = body.full ? body.full->step_seconds() : body.subspace->step_seconds();
        body.step_microseconds.push_back(1e6 * seconds);
        if (body.full) {
            body.inverted_tets.push_back(body.full->inverted_tets(body.positions()));
        }
    }
    return std::nullopt;
}

} // namespace limber::app
