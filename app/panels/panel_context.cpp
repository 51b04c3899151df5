#include "app/panels/panel_context.h"

#include "app/character/character.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

void PanelContext::exchange_muscles(const MuscleExchange& muscles) {
    exchange(draft.controls.muscles, muscles);
    commands.muscle_exchanges.push_back(muscles);
}

void Series::add(double value) {
    values.push_back(static_cast<float>(value));
    while (values.size() > length) {
        values.pop_front();
    }
}

float Series::latest() const {
    return values.empty() ? 0.0F : values.back();
}

float Series::median() const {
    if (values.empty()) {
        return 0.0F;
    }
    const auto newest = static_cast<std::ptrdiff_t>(std::min<std::size_t>(values.size(), 60));
    std::vector<float> sorted(values.end() - newest, values.end());
    std::ranges::nth_element(sorted, sorted.begin() + newest / 2);
    return sorted[static_cast<std::size_t>(newest / 2)];
}

void PanelCommands::need(Stage stage) {
    from = std::min(from, stage);
}

} // namespace limber::app
