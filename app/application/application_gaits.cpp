#include "app/application/application_parts.h"

#include "app/scene/scene_file.h"
#include "engine/actuation/gait_file.h"

// Gaits come and go as files of their own.
namespace limber::app {
namespace {

constexpr std::uintmax_t gait_bytes_max = 1 << 20;

bool is_a_gait(const std::filesystem::path& path) {
    std::error_code trouble;
    const auto size = std::filesystem::file_size(path, trouble);
    return path.extension() == ".json" && !trouble && size <= gait_bytes_max && json_kind(path) == JsonKind::gait;
}

} // namespace

bool Application::take_gait(const std::filesystem::path& path) {
    if (!built() || !is_a_gait(path)) {
        return false;
    }
    const auto gait = read_gait(path);
    if (!gait) {
        say(Message::Kind::error, sentence(gait.error()) + ".");
        return true;
    }
    edits_.controls.muscles.gait = gait.value().value;
    edits_.controls.muscles.playing = true;
    const auto muscles = built()->musculature.count();
    if (muscles == 0 && !edits_.description.muscles.are_there()) {
        edits_.description.muscles.modes =
            std::min<Index>(muscles_max, static_cast<Index>(gait.value().value.waveforms.size()));
        rebuild(Stage::muscles);
    } else if (muscles < gait.value().value.waveforms.size()) {
        say(Message::Kind::warning, "The gait has " + std::to_string(gait.value().value.waveforms.size()) +
                                        " waveforms, but the character has " + std::to_string(muscles) +
                                        " muscles: the others are left out.");
    }
    return true;
}

void Application::save_gait() {
    Gait gait = edits_.controls.muscles.gait;
    gait.character = edits_.description.name;
    if (gait.name.empty()) {
        gait.name = edits_.description.name;
    }
    const std::filesystem::path path = free_place(gait.name + " gait", ".json");
    const auto written = write_gait(gait, path);
    say(written ? Message::Kind::notice : Message::Kind::error,
        written ? "Saved " + path.string() + "." : sentence(written.error()) + ".");
}

} // namespace limber::app
