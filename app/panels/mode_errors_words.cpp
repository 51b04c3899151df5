// SPDX-License-Identifier: MIT
#include "app/panels/mode_errors_words.h"

#include "app/panels/phrases.h"

namespace limber::app {
namespace {

// "12 of 240 frames"
std::string frames_of(const ModeErrors& errors) {
    return std::to_string(errors.steps) + " of " + std::to_string(errors.steps_wanted) + " frames";
}

} // namespace

std::string words_while_measuring(const ModeErrors& errors) {
    if (!errors.preparing) {
        return "So far, after " + frames_of(errors) + ":";
    }
    const PreparedModes& now = *errors.preparing;
    return "Computing subspace " + std::to_string(now.number) + " of " + std::to_string(now.count) + ", of " +
           counted(now.modes, "mode", "modes") + ".";
}

std::string words_when_stopped(const ModeErrors& errors) {
    return errors.steps == 0
               ? "Stopped before the first frame."
               : "Stopped after " + frames_of(errors) + ": the errors below are of these alone, and no answer.";
}

const char* words_when_outdated(bool is_running) {
    return is_running ? "The character or its motion has changed since this measurement began, which goes on with what "
                        "they were then: press Stop measuring, then How many modes? again."
                      : "Measured before the last changes of the character or its motion: press How many modes? again.";
}

std::string words_of_answer(const ModeErrors& errors) {
    const ModeError& last = errors.errors.back();
    const std::string most = counted(last.modes, "mode", "modes");
    const std::string left = "an error of " + measured_in_line(100.0 * last.run, "%");
    if (const auto enough = enough_modes(errors)) {
        return "Enough for this motion: " + counted(*enough, "mode", "modes") + ".";
    }
    return has_all_modes_of_mesh(errors) ? most + ", the most that this mesh gives, leave " + left + "."
                                         : "Enough for this motion: more than " + most + ", which leave " + left + ".";
}

const char* words_about_answer(const ModeErrors& errors) {
    if (enough_modes(errors)) {
        return "The fewest whose run has an error below 0.01 % of the body's size, which is invisible, or gains nine "
               "tenths of what the best number below gains over the fewest";
    }
    return has_all_modes_of_mesh(errors)
               ? "The error still falls at the largest number that was measured. The window has one mode for eight "
                 "vertices: a finer mesh has more"
               : "The error still falls at the largest number that was measured, which is what the window shows live: "
                 "measure larger ones with limber compare --modes";
}

} // namespace limber::app
