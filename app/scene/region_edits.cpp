#include "app/scene/region_edits.h"

#include "engine/core/contract.h"

#include <algorithm>

namespace limber::app {
namespace {

// From one place on, `gone` of them go and `come` others come, where the list reaches that far.
template <typename T>
void exchange(std::vector<T>& list, std::size_t place, std::size_t gone, std::size_t come) {
    if (place >= list.size()) {
        return;
    }
    const auto from = list.begin() + static_cast<std::ptrdiff_t>(place);
    const auto to = from + static_cast<std::ptrdiff_t>(std::min(gone, list.size() - place));
    list.insert(list.erase(from, to), come, T{});
}

void exchange(MuscleControls& controls, std::size_t place, std::size_t gone, std::size_t come) {
    exchange(controls.gait.waveforms, place, gone, come);
    exchange(controls.held, place, gone, come);
}

} // namespace

std::size_t first_muscle_of(const MuscleDescription& muscles, std::size_t region) {
    EXPECTS(region <= muscles.regions.size());
    std::size_t first = muscles.use.empty() ? static_cast<std::size_t>(muscles.modes) : muscles.use.size();
    for (std::size_t r = 0; r < region; ++r) {
        first += static_cast<std::size_t>(muscles.regions[r].modes);
    }
    return first;
}

void remove_region(MuscleDescription& muscles, std::size_t region, MuscleControls& controls) {
    EXPECTS(region < muscles.regions.size());
    const auto count = static_cast<std::size_t>(muscles.regions[region].modes);
    exchange(controls, first_muscle_of(muscles, region), count, 0);
    muscles.regions.erase(muscles.regions.begin() + static_cast<std::ptrdiff_t>(region));
}

void set_region_modes(MuscleDescription& muscles, std::size_t region, Index modes, MuscleControls& controls) {
    EXPECTS(region < muscles.regions.size() && modes >= 1);
    const auto before = static_cast<std::size_t>(muscles.regions[region].modes);
    const auto after = static_cast<std::size_t>(modes);
    const std::size_t first = first_muscle_of(muscles, region);
    const std::size_t kept = std::min(before, after);
    exchange(controls, first + kept, before - kept, after - kept);
    muscles.regions[region].modes = modes;
}

std::string free_region_name(const MuscleDescription& muscles) {
    for (int number = 1;; ++number) {
        std::string name = "Region " + std::to_string(number);
        if (std::ranges::find(muscles.regions, name, &MuscleRegion::name) == muscles.regions.end()) {
            return name;
        }
    }
}

} // namespace limber::app
