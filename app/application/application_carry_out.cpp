#include "app/application/application_parts.h"

// Carries out the commands that controllers return, in their order.
namespace limber::app {

void Application::carry_out(const Commands& commands) {
    for (const Command& command : commands) {
        std::visit([this](const auto& one) { carry_out(one); }, command);
    }
}

void Application::carry_out(const ShowMessage& command) {
    messages_.say(command.message);
}

void Application::carry_out(const RemoveMessages& command) {
    messages_.is_over(command.topic);
}

void Application::carry_out(const EditDocument& command) {
    editor_.edit(command.change);
}

void Application::carry_out(const EditCharacter& command) {
    editor_.apply(command.draft);
}

void Application::carry_out(const SelectCharacter& command) {
    select(command.id);
}

void Application::carry_out(const RebuildCharacter& command) {
    rebuild(command.from);
}

void Application::carry_out(const RestartSimulation&) {
    simulation_.restart();
}

void Application::carry_out(const SetPlaying& command) {
    playback_.set_playing(command.playing);
    command.playing ? simulation_.play() : simulation_.pause();
}

void Application::carry_out(const StepSimulation&) {
    simulation_.step_once();
}

void Application::carry_out(const RewindSimulation& command) {
    simulation_.rewind(command.place);
}

void Application::carry_out(const ReplayTimeline&) {
    simulation_.replay();
}

void Application::carry_out(const SetSimulationSpeed& command) {
    simulation_.set_speed(command.speed);
}

void Application::carry_out(const ReleaseGaitKeys&) {
    gait_controller_.let_go();
}

void Application::carry_out(const FadeToGait&) {
    gait_controller_.expect_another_gait();
}

void Application::carry_out(const WriteFile& command) {
    file_saver_.write_beside(command.name, command.ending, command.write);
}

} // namespace limber::app
