#pragma once

#include "app/scene/muscle_controls.h"
#include "app/scene/muscle_description.h"

/// Muscle regions that come, go and change under a gait that plays: gaits count muscles, so that whatever stands behind
/// a region moves up or down with its waveform and with what is held of it.
namespace limber::app {

/// The place of a region's first muscle among all of them.
std::size_t first_muscle_of(const MuscleDescription& muscles, std::size_t region);

/// Its muscles go with it.
void remove_region(MuscleDescription& muscles, std::size_t region, MuscleControls& controls);
/// More muscles rest, fewer are taken from the end.
void set_region_modes(MuscleDescription& muscles, std::size_t region, Index modes, MuscleControls& controls);

/// "Region 1", or the first number that no region is called by.
std::string free_region_name(const MuscleDescription& muscles);

} // namespace limber::app
