// SPDX-License-Identifier: MIT
#include "app/controllers/export_controller.h"

#include "app/controllers/export_message.h"
#include "app/controllers/size_text.h"
#include "app/document/file_stem.h"
#include "app/motion/loop_steps.h"
#include "app/view/film.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <future>
#include <iterator>
#include <memory>
#include <utility>

namespace limber::app {
namespace {

using TaskProgress = BackgroundQueue<WrittenMotion>::TaskProgress;

constexpr double loop_share_of_file = 0.1;        // of the time, in which its jump is measured
constexpr std::chrono::milliseconds patience{50}; // between two looks at whether the task is cancelled

Result<SceneFrames> awaited(std::future<SceneFrames>& frames, Progress& progress) {
    while (frames.wait_for(patience) != std::future_status::ready) {
        if (!keep_going(&progress, "waiting for the simulation", 0.0)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
    }
    return frames.get();
}

Result<WrittenMotion> write(SceneFrames motion, const ExportMotion& command, Progress& progress) {
    ExportOptions options;
    options.joints = command.joints;
    options.morph.encoding = command.morphs;
    options.morph.fitting.tolerance = command.tolerance;
    options.progress = &progress;
    std::vector<std::string> warnings;
    if (command.loop) {
        auto loop = last_loop(motion);
        if (!loop) {
            return loop.error();
        }
        const PartOfProgress part(&progress, 0.0, loop_share_of_file);
        warnings = warnings_of_loop(loop.value(), &progress);
        motion = std::move(loop).value().motion;
    } else if (const std::string removed = warning_of_removed_start(motion); !removed.empty()) {
        warnings.push_back(removed);
    }
    if (command.frames_per_second > 0.0) {
        auto other = resampled(std::move(motion), command.frames_per_second, command.loop);
        if (!other) {
            return other.error();
        }
        motion = std::move(other).value();
    }
    const PartOfProgress part(&progress, command.loop ? loop_share_of_file : 0.0, 1.0);
    auto written = write_motion_file(motion, command.path, options);
    if (!written) {
        return written.error();
    }
    WrittenMotion report = std::move(written).value();
    report.warnings.insert(report.warnings.end(), warnings.begin(), warnings.end());
    return report;
}

// Two digits, never as a power of ten.
std::string percent_of(double share) {
    constexpr int decimals_max = 12;
    const double percent = 100.0 * share;
    const int decimals =
        percent > 0.0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(percent))), 0, decimals_max) : 0;
    char text[64];
    std::snprintf(text, sizeof text, "%.*f %%", decimals, percent);
    return text;
}

std::string encoding_of(const std::vector<FitReport>& fits) {
    const auto exact = std::ranges::count_if(fits, &FitReport::is_exact);
    return exact == 0 ? "fitted" : exact == std::ssize(fits) ? "exact" : "exact and fitted";
}

// How a .glb has the motion: of several characters the sum, and the worst error.
std::string words_for(const std::vector<FitReport>& fits) {
    FitReport all;
    for (const FitReport& fit : fits) {
        all.targets += fit.targets;
        all.joints += fit.joints;
        all.error = std::max(all.error, fit.error);
        all.error_rms = std::max(all.error_rms, fit.error_rms);
    }
    if (all.joints > 0) {
        return " " + std::to_string(all.joints) + " joints; they are off by " + percent_of(all.error_rms) +
               " of the size on average, and by " + percent_of(all.error) + " at most.";
    }
    return " " + std::to_string(all.targets) + " " + encoding_of(fits) +
           " morph targets; no vertex is off by more than " + percent_of(all.error) + " of the size.";
}

std::string words_for(const WrittenMotion& written) {
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.4g", written.frames_per_second);
    const std::filesystem::path& first = written.files.front();
    const std::string others = written.files.size() == 1 ? ""
                               : written.files.size() == 2
                                   ? " and one more file"
                                   : " and " + std::to_string(written.files.size() - 1) + " more files";
    return "Exported " + first.string() + others + ": " + std::to_string(written.frame_count) + " frames, " + rate +
           " a second, " + size_text(written.bytes) + "." + (written.fits.empty() ? "" : words_for(written.fits));
}

ShownMotion shown_motion(const SessionState& state) {
    const auto enabled = std::ranges::count_if(state.shown.all, &Snapshot::is_enabled);
    return {state.view.secondary, state.editor.document().exaggeration, state.view.solo && enabled > 1};
}

} // namespace

Commands ExportController::act(Action action, const SessionState& state) {
    if (action != Action::export_motion || !state.shown.selected.character || queue_.is_busy()) {
        return {};
    }
    const std::string& name = state.shown.selected.character->description.name;
    return {AskForFile{FilePurpose::export_motion, kept_file_stem(name) + ".glb"}};
}

Commands ExportController::carry_out(const ExportMotion& command, const SessionState& state) {
    if (is_film_file(command.path)) {
        return {ExportFilm{command.path, command.loop, command.film}};
    }
    if (queue_.is_busy()) {
        return {ShowMessage{{Message::Kind::warning, "A motion is being exported: wait for it, or stop it."}}};
    }
    difference_ = difference_from_shown(shown_motion(state));
    fits_.reset();
    return begin(command.path, [command](SceneFrames motion, Progress& progress) {
        return write(std::move(motion), command, progress);
    });
}

Commands ExportController::carry_out(const FitSubspaceToMotion& command, const SessionState& state) {
    if (!state.editor.instance()) {
        return {};
    }
    if (queue_.is_busy()) {
        return {ShowMessage{{Message::Kind::warning, "A motion is being exported: wait for it, or stop it."}}};
    }
    difference_.clear();
    fits_ = state.editor.selected();
    return begin(command.path, [path = command.path, id = *fits_](const SceneFrames& motion, Progress& progress) {
        return write_body_motion(motion, id, path, &progress);
    });
}

Commands ExportController::begin(const std::filesystem::path& path, const Writing& writing) {
    name_ = path.filename().string();
    const auto promise = std::make_shared<std::promise<SceneFrames>>();
    const auto frames = std::make_shared<std::future<SceneFrames>>(promise->get_future());
    queue_.submit(
        [frames, writing](TaskProgress& progress) {
            auto motion = awaited(*frames, progress);
            return motion ? writing(std::move(motion).value(), progress) : Result<WrittenMotion>(motion.error());
        },
        path.string());
    return {RequestFrames{promise}, RemoveMessages{Message::Topic::refused_export}};
}

Commands ExportController::carry_out(const StopExport&, const SessionState&) {
    if (!queue_.is_busy()) {
        return {};
    }
    queue_.cancel();
    return {RemoveMessages{Message::Topic::exporting},
            ShowMessage{{Message::Kind::notice, name_ + " was not written.", Message::Topic::exporting}}};
}

// Another character may be selected by now.
Commands ExportController::fitted(const WrittenMotion& written, const SessionState& state) const {
    const std::filesystem::path& file = written.files.front();
    const std::string frames = std::to_string(written.frame_count) + " frames of the motion are in " + file.string();
    const auto message = [](const std::string& text) {
        return ShowMessage{{Message::Kind::notice, text, Message::Topic::exporting}};
    };
    if (!state.editor.instance() || state.editor.selected() != fits_) {
        return {message(frames + ": select the character, and choose Best for a motion to make a subspace from it.")};
    }
    return {TakeSubspaceFile{SubspaceKind::pod, file}, message(frames + "; the subspace is made from it.")};
}

Commands ExportController::update(const SessionState& state) {
    const auto written = queue_.poll();
    if (!written) {
        return {};
    }
    if (!*written) {
        return {message_about_export(written->error())};
    }
    if (fits_) {
        Commands commands{RemoveMessages{Message::Topic::exporting}};
        std::ranges::move(fitted(written->value(), state), std::back_inserter(commands));
        return commands;
    }
    Commands commands{RemoveMessages{Message::Topic::exporting},
                      ShowMessage{{Message::Kind::notice, words_for(written->value()), Message::Topic::exporting}}};
    std::vector<std::string> warnings = written->value().warnings;
    if (!difference_.empty()) {
        warnings.push_back(difference_);
    }
    for (const std::string& warning : warnings) {
        commands.push_back(ShowMessage{{Message::Kind::warning, warning + ".", Message::Topic::exporting}});
    }
    return commands;
}

void ExportController::add_to(UiState& ui, const SessionState&) const {
    ui.exporting = {queue_.is_busy(), queue_.progress(), name_};
}

} // namespace limber::app
