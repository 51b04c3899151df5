// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/muscle_controls.h"
#include "app/document/muscle_description.h"

#include <optional>

/// Adds and removes muscles. Gaits refer to muscles by index (musculature.h), so an edit also moves waveforms and held
/// activations. Each function changes the gaits of the description, which then differ from their files, and returns the
/// exchange that must be applied to the controls of every character of the model.
namespace limber::app {

/// At index `place`, `gone` muscles are removed and `come` muscles are inserted, with activation 0.
struct MuscleExchange {
    std::size_t place = 0;
    std::size_t gone = 0;
    std::size_t come = 0;
};

void exchange(MuscleControls& controls, const MuscleExchange& exchange);

/// The vibration modes that are muscles, counted from 1, ascending.
std::vector<int> used_modes(const MuscleDescription& muscles);
/// The index of a region's first muscle.
std::size_t first_muscle_of(const MuscleDescription& muscles, std::size_t region);

/// Sets the number of vibration modes; higher modes are removed from the muscles. If no selected mode is left, all
/// modes are used.
[[nodiscard]] MuscleExchange set_vibration_modes(MuscleDescription& muscles, Index modes);
/// Uses a vibration mode as a muscle, or stops using it. The last one cannot be removed, because an empty list means
/// all modes; then nullopt is returned.
[[nodiscard]] std::optional<MuscleExchange> toggle_mode(MuscleDescription& muscles, int mode);
/// Removes a region with its muscles.
[[nodiscard]] MuscleExchange remove_region(MuscleDescription& muscles, std::size_t region);
/// New muscles have activation 0; surplus muscles are removed at the end.
[[nodiscard]] MuscleExchange set_region_modes(MuscleDescription& muscles, std::size_t region, Index modes);

/// Inflates the pockets of the body, or no longer. `place`: of the first of their muscles; `count`: how many there are.
[[nodiscard]] MuscleExchange set_pockets(MuscleDescription& muscles, bool inflates, std::size_t place,
                                         std::size_t count);

/// Makes these fibres muscles, in place of those that were there. `place`: of the first of them.
[[nodiscard]] MuscleExchange set_fibres(MuscleDescription& muscles, std::vector<BodyLoad> fibres, std::size_t place);

/// Which example poses of a built body have muscles: an example that adds nothing to those before it has none.
struct BuiltExamples {
    const MuscleDescription& muscles;     // that were built
    std::size_t count = 0;                // of all muscles
    const std::vector<Index>& of_muscles; // the examples of the last muscles, ascending
};

/// Whether it is known which muscles the gaits refer to without the example. Not while the built body has other muscles
/// than the description; and an example with a muscle can be removed only if each of the others has one, because
/// another could become a muscle. An example that is not built yet can be removed.
bool can_remove_example(const MuscleDescription& muscles, std::size_t example, const BuiltExamples& built);
/// Removes an example pose with its muscle. Precondition: can_remove_example.
[[nodiscard]] MuscleExchange remove_example(MuscleDescription& muscles, std::size_t example,
                                            const BuiltExamples& built);
/// "Example 1", or the first unused number.
std::string free_example_name(const MuscleDescription& muscles);
/// The name, with a number if another example has it.
std::string free_example_name(const MuscleDescription& muscles, const std::string& wanted);

/// "Region 1", or the first unused number.
std::string free_region_name(const MuscleDescription& muscles);
/// The name, with a number if another region has it, because muscles are identified by it.
std::string free_region_name(const MuscleDescription& muscles, const std::string& command);

} // namespace limber::app
