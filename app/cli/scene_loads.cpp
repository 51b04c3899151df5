// SPDX-License-Identifier: MIT
#include "app/cli/scene_loads.h"

#include "app/cli/loads_option.h"
#include "app/scenes/proposed_loads.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

using ProposedLoads = std::vector<std::vector<BodyLoad>>; // of each character; empty: it keeps its own

Result<std::vector<BodyLoad>> loads_from(const std::vector<LoadSource>& sources, const PreparedCharacter& one) {
    std::vector<BodyLoad> loads;
    if (!depends_on_loads(one.description.subspace)) {
        return loads;
    }
    const LiveControls controls = starting_controls(one);
    for (const LoadSource source : sources) {
        if (auto fault = replace_proposed_loads(source, proposed_loads(source, *one.character, controls), loads)) {
            return *fault;
        }
    }
    return loads;
}

// If any character's subspace is made for loads.
std::optional<Error> fault_in_sources(const std::vector<LoadSource>& sources, const PreparedScene& scene,
                                      const ProposedLoads& loads) {
    const bool needs_loads = std::ranges::any_of(
        scene.members, [](const PreparedCharacter& one) { return depends_on_loads(one.description.subspace); });
    for (const LoadSource source : sources) {
        const bool is_missing = std::ranges::all_of(loads, [source](const std::vector<BodyLoad>& of_one) {
            return std::ranges::count(of_one, source, &BodyLoad::source) == 0;
        });
        if (needs_loads && is_missing) {
            const std::string name = load_source_names[static_cast<std::size_t>(source)];
            const std::string near = source == LoadSource::obstacles ? " near a body" : "";
            return Error{ErrorKind::bad_input,
                         "the scene has no " + name + near + " to propose loads from: name other sources, or a file",
                         "--loads"};
        }
    }
    return std::nullopt;
}

// Reads the scene's files, but builds nothing.
Result<ProposedLoads> loads_proposed_by(const SceneDescription& scene, const std::vector<LoadSource>& sources,
                                        ScenePreparation how, OverrideReads& reads) {
    how.purpose = Purpose::facts;
    how.progress = nullptr; // that of what is built afterwards
    const auto prepared = prepared_scene(scene, how);
    if (!prepared) {
        return prepared.error();
    }
    const std::vector<CharacterPtr>& models = prepared.value().models;
    reads.characters.insert(reads.characters.end(), models.begin(), models.end());
    ProposedLoads loads;
    for (const PreparedCharacter& one : prepared.value().members) {
        auto of_one = loads_from(sources, one);
        if (!of_one) {
            return of_one.error();
        }
        loads.push_back(std::move(of_one).value());
    }
    const auto fault = fault_in_sources(sources, prepared.value(), loads);
    return fault ? Result<ProposedLoads>(*fault) : std::move(loads);
}

} // namespace

Result<Done> propose_loads(const SceneDescription& scene, const std::string& text, ScenePreparation& how,
                           OverrideReads& reads) {
    const std::vector<LoadSource> sources = load_sources_in(text);
    if (sources.empty()) {
        return Done{};
    }
    auto proposed = loads_proposed_by(scene, sources, how, reads);
    if (!proposed) {
        return proposed.error();
    }
    how.adjusted = [adjusted = how.adjusted, loads = std::move(proposed).value(),
                    member = std::size_t{0}](const CharacterDescription& given) mutable {
        auto wanted = adjusted(given);
        const std::vector<BodyLoad>& of_one = loads.at(member++);
        if (!wanted) {
            return wanted;
        }
        CharacterDescription description = std::move(wanted).value();
        if (!of_one.empty()) {
            description.loads = of_one;
            description.subspace_file.clear();
        }
        drop_unused_switch(description);
        return Result<CharacterDescription>(std::move(description));
    };
    return Done{};
}

void refuse_unused_loads(const SceneDescription& scene, ScenePreparation& how) {
    how.adjusted = [adjusted = how.adjusted, left = scene.members.size(),
                    is_used = false](const CharacterDescription& given) mutable {
        auto wanted = adjusted(given);
        left -= left > 0 ? 1 : 0;
        is_used = is_used || (wanted && depends_on_loads(wanted.value().subspace));
        if (!wanted || is_used || left > 0) {
            return wanted;
        }
        return Result<CharacterDescription>(
            Error{ErrorKind::bad_input,
                  "names loads, but the subspace is made without them: add --kind force-dual-skinning, or another kind "
                  "that is made for loads",
                  "--loads"});
    };
}

} // namespace limber::app
