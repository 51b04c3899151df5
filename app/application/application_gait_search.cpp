#include "app/application/application_parts.h"

// What the gait search reads of the application, and what panels ask of it.
namespace limber::app {

GaitSearchInput Application::search_input() {
    return {editor_, models_, simulated_controls(), gait_controller_.command().role != GaitRole::none};
}

GoalInput Application::goal_input() const {
    return {editor_, snapshot_, view_.shows_goal && is_shown() && moves_by_itself(snapshot_)};
}

void Application::apply_search_commands(const PanelCommands& commands) {
    if (commands.save_search) {
        carry_out(gait_search_.save(editor_.description().name));
    }
    if (commands.ask_for_search) {
        panels_.ask_for_file(FileBrowser::Purpose::search, usual_folder());
    }
    if (commands.open_search) {
        gait_search_.open(*commands.open_search);
    }
    if (commands.start_search) {
        carry_out(gait_search_.start(*commands.start_search, search_input()));
    }
    if (commands.continue_search) {
        carry_out(gait_search_.resume(*commands.continue_search, search_input()));
    }
    if (commands.pause_search) {
        gait_search_.pause(*commands.pause_search);
    }
    if (commands.keep_best) {
        messages_.is_over(Message::Topic::best_gait);
    }
    if (commands.watch_best) {
        carry_out(gait_search_.watch_best(search_input()));
    }
    if (commands.stop_search) {
        gait_search_.stop();
    }
}

void Application::keep_population_shown() {
    const auto& newest = gait_search_.status().population_view;
    if (!newest || newest == population_view_) {
        return;
    }
    population_view_ = newest;
    if (population_texture_ == 0) {
        population_texture_ = renderer_.keep_picture(population_view_->picture);
    } else {
        renderer_.replace_picture(population_texture_, population_view_->picture);
    }
}

} // namespace limber::app
