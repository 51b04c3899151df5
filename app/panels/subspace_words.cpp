// SPDX-License-Identifier: MIT
#include "app/panels/subspace_words.h"

#include "app/panels/phrases.h"
#include "engine/body/body_step.h"
#include "engine/core/contract.h"

namespace limber::app {

const std::vector<std::string>& shown_kinds() {
    static const std::vector<std::string> names{"Skinning",
                                                "Homogeneous",
                                                "Unconstrained",
                                                "Handle weights",
                                                "Localised",
                                                "Skinning for loads",
                                                "Displacements",
                                                "With affine motions",
                                                "Modal derivatives",
                                                "Best for a motion",
                                                "Displacements for loads",
                                                "Single responses to loads",
                                                "Sampled responses to loads",
                                                "Domains",
                                                "Modal warping",
                                                "Rotation-strain"};
    EXPECTS(names.size() == subspace_names.size());
    return names;
}

std::string subspace_words(const Character& character) {
    return character.linear ? counted(mode_count(character), "displacement", "displacements")
                            : counted(mode_count(character), "mode", "modes");
}

std::string words_about_loads(const ModelDescription& description) {
    const auto& loads = description.loads;
    const auto& file = description.subspace_file;
    const std::string own = loads.empty() ? "" : counted(static_cast<long long>(loads.size()), "load", "loads");
    if (file.empty()) {
        return own.empty() ? "everywhere" : own;
    }
    return (own.empty() ? "" : own + ", ") + short_path(file, 24);
}

} // namespace limber::app
