#include "app/panels/panel_context.h"

#include "app/character/character.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

void PanelContext::exchange_muscles(const MuscleExchange& muscles) {
    exchange(draft.controls.muscles, muscles);
    commands.muscle_exchanges.push_back(muscles);
}

void PanelCommands::need(Stage stage) {
    from = std::min(from, stage);
}

} // namespace limber::app
