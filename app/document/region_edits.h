#pragma once

#include "app/document/muscle_controls.h"
#include "app/document/muscle_description.h"

#include <optional>

/// Muscles that come and go under gaits that play: gaits count muscles by their places (musculature.h), so that
/// whatever stands behind moves up or down with its waveform and with what is held of it. An edit of the description
/// moves the gaits that it knows along, which are then no longer what their files say, and gives back what is to be
/// done to the controls of each body of that model.
namespace limber::app {

/// From one place on, `gone` muscles go and `come` others come, which rest.
struct MuscleExchange {
    std::size_t place = 0;
    std::size_t gone = 0;
    std::size_t come = 0;
};

void exchange(MuscleControls& controls, const MuscleExchange& exchange);

/// The vibration modes that are muscles, counted from 1, ascending.
std::vector<int> used_modes(const MuscleDescription& muscles);
/// The place of a region's first muscle among all of them.
std::size_t first_muscle_of(const MuscleDescription& muscles, std::size_t region);

/// So many vibration modes; those beyond are no muscles any more. Where no picked one is left, all are used.
[[nodiscard]] MuscleExchange set_vibration_modes(MuscleDescription& muscles, Index modes);
/// Takes a vibration mode as a muscle, or leaves it out; none where it is the last one: without any there would be all
/// again.
[[nodiscard]] std::optional<MuscleExchange> toggle_mode(MuscleDescription& muscles, int mode);
/// Its muscles go with it.
[[nodiscard]] MuscleExchange remove_region(MuscleDescription& muscles, std::size_t region);
/// More muscles rest, fewer are taken from the end.
[[nodiscard]] MuscleExchange set_region_modes(MuscleDescription& muscles, std::size_t region, Index modes);

/// "Region 1", or the first number that no region is called by.
std::string free_region_name(const MuscleDescription& muscles);
/// The name, numbered where a region has it: muscles are told by it.
std::string free_region_name(const MuscleDescription& muscles, const std::string& command);

} // namespace limber::app
