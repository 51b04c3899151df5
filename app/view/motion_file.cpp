// SPDX-License-Identifier: MIT
#include "app/view/motion_file.h"

#include "app/document/character_files.h"
#include "app/motion/inverted_state.h"
#include "app/view/drawables.h"
#include "app/view/scene_baking.h"
#include "engine/formats/motion_export.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr double same_step = 1e-6; // relative difference

std::vector<const State*> pointers_to(const std::vector<State>& states) {
    std::vector<const State*> pointers;
    for (const State& state : states) {
        pointers.push_back(&state);
    }
    return pointers;
}

constexpr double baked_share = 0.4; // of the time of a file, which the surfaces take

Result<BakedMotion> baked(const SceneFrames& motion, double rate, bool keeps_coordinates, Progress* progress) {
    const PartOfProgress part(progress, 0.0, baked_share);
    auto begun = SceneBaking::of(motion.characters);
    if (!begun) {
        return begun.error();
    }
    SceneBaking baking = std::move(begun).value();
    if (!motion.dynamics.empty()) {
        baking.set_dynamics(motion.dynamics);
    }
    if (keeps_coordinates) {
        baking.keep_coordinates();
    }
    if (auto fault = baking.fault_in_length(motion.frames.size())) {
        return *fault;
    }
    for (std::size_t frame = 0; frame < motion.frames.size(); ++frame) {
        const double share = static_cast<double>(frame) / static_cast<double>(motion.frames.size());
        if (!keep_going(progress, "moving the surfaces", share)) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        baking.add_frame(pointers_to(motion.frames[frame]->states));
    }
    return baking.take(rate);
}

// At most fitted_frames_max of them, with the first and the last.
std::vector<std::size_t> fitted_frames(std::size_t count) {
    std::vector<std::size_t> frames(std::min(count, fitted_frames_max));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i] = i * (count - 1) / (frames.size() - 1);
    }
    return frames;
}

Result<Done> append_frames(const SceneFrames& motion, std::size_t character, MotionWriter& writer, Progress* progress) {
    const std::vector<std::size_t> frames = fitted_frames(motion.frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (!keep_going(progress, "writing the motion", static_cast<double>(i) / static_cast<double>(frames.size()))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        const State& state = motion.frames[frames[i]]->states[character];
        if (auto written = writer.append(body_positions(*motion.characters[character], state)); !written) {
            return written;
        }
    }
    return writer.close();
}

} // namespace

std::string difference_from_shown(const ShownMotion& shown) {
    std::vector<std::string> differences;
    if (!shown.secondary) {
        differences.emplace_back("the secondary motion, which the view does not show");
    } else if (shown.exaggeration != 1.0) {
        std::array<char, 32> factor{};
        std::snprintf(factor.data(), factor.size(), "%.4g", shown.exaggeration);
        differences.push_back("the secondary motion as it is simulated, which the view shows " +
                              std::string(factor.data()) + " times as large");
    }
    if (shown.is_solo) {
        differences.emplace_back("all enabled characters, of which the view shows one");
    }
    if (differences.empty()) {
        return "";
    }
    return "the file contains " + differences.front() + (differences.size() > 1 ? ", and " + differences.back() : "");
}

std::string warning_of_removed_start(const SceneFrames& motion) {
    if (!(motion.removed_seconds > 0.0)) {
        return "";
    }
    std::array<char, 32> removed{};
    std::snprintf(removed.data(), removed.size(), "%.1f s", std::max(motion.removed_seconds, 0.1));
    return "the first " + std::string(removed.data()) +
           " of the motion are no longer stored and are not in the file; for a file from the start, reset it and "
           "export it earlier";
}

Result<double> frames_per_second(const SceneFrames& motion) {
    const std::vector<double>& times = motion.times;
    if (motion.characters.empty() && !times.empty()) {
        return Error{ErrorKind::bad_input, "all characters are disabled: enable one, then export it", ""};
    }
    if (times.size() < 2) {
        return Error{ErrorKind::bad_input, "there is no motion yet: let it play, then export it", ""};
    }
    const double step = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (!(std::abs(times[i] - times[i - 1] - step) <= same_step * step)) {
            return Error{ErrorKind::bad_input,
                         "the time step was changed in this motion, and files have one; reset it, let it play, and "
                         "export it again",
                         ""};
        }
    }
    return 1.0 / step;
}

Result<std::vector<StepPlace>> frame_places(const SceneFrames& motion, double wanted, bool is_loop) {
    const auto rate = frames_per_second(motion);
    if (!rate) {
        return rate.error();
    }
    const auto steps = static_cast<double>(motion.frames.size() - 1);
    const bool is_same = std::abs(rate.value() - wanted) <= same_step * wanted;
    const double frames = is_same ? steps : steps * wanted / rate.value();
    const std::size_t count =
        is_loop ? static_cast<std::size_t>(std::max(1.0, std::round(frames))) : step_place(frames).step;
    const double steps_each = is_loop ? steps / static_cast<double>(count) : is_same ? 1.0 : rate.value() / wanted;
    std::vector<StepPlace> places;
    for (std::size_t frame = 0; frame <= count; ++frame) {
        places.push_back(step_place(std::min(static_cast<double>(frame) * steps_each, steps)));
    }
    return places;
}

Result<SceneFrames> resampled(SceneFrames motion, double wanted, bool is_loop) {
    const auto rate = frames_per_second(motion);
    if (!rate || std::abs(rate.value() - wanted) <= same_step * wanted) {
        return rate ? Result<SceneFrames>(std::move(motion)) : rate.error();
    }
    const auto places = frame_places(motion, wanted, is_loop);
    if (!places) {
        return places.error();
    }
    SceneFrames made;
    made.ids = motion.ids;
    made.characters = motion.characters;
    made.dynamics = motion.dynamics;
    for (const StepPlace& place : places.value()) {
        made.times.push_back(motion.times.front() + static_cast<double>(made.frames.size()) / wanted);
        made.frames.push_back(frame_at(motion, place));
    }
    return made;
}

std::optional<Error> fault_in_files(std::span<const Path> written, std::span<const CharacterPtr> characters) {
    std::vector<Path> existing;
    std::error_code trouble;
    std::ranges::copy_if(written, std::back_inserter(existing),
                         [&](const Path& file) { return std::filesystem::exists(file, trouble); });
    for (std::size_t c = 0; c < characters.size() && !existing.empty(); ++c) {
        for (const Path& read : files_of(characters[c]->description)) {
            const auto lost = std::ranges::find_if(
                existing, [&](const Path& file) { return std::filesystem::equivalent(read, file, trouble); });
            if (lost != existing.end()) {
                return Error{ErrorKind::bad_input, "is a file of the character and would be lost; choose another",
                             lost->string()};
            }
        }
    }
    return std::nullopt;
}

Result<WrittenMotion> write_body_motion(const SceneFrames& motion, int id, const Path& path, Progress* progress) {
    if (motion.frames.size() < 2) {
        return Error{ErrorKind::bad_input, "there is no motion yet: let it play, and try again", ""};
    }
    const auto found = std::ranges::find(motion.ids, id);
    if (found == motion.ids.end()) {
        return Error{ErrorKind::bad_input, "the character is disabled: enable it, let it play, and try again", ""};
    }
    if (auto fault = fault_in_files(std::array{path}, motion.characters)) {
        return *fault;
    }
    const auto place = static_cast<std::size_t>(found - motion.ids.begin());
    const std::size_t count = std::min(motion.frames.size(), fitted_frames_max);
    auto opened = MotionWriter::open(path, motion.characters[place]->vertex_count(), static_cast<Index>(count));
    if (!opened) {
        return opened.error();
    }
    MotionWriter writer = std::move(opened).value();
    if (auto written = append_frames(motion, place, writer, progress); !written) {
        return written.error();
    }
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
    return WrittenMotion{{path}, count, 0.0, unknown ? 0 : bytes, {}, {}};
}

Result<WrittenMotion> write_motion_file(const SceneFrames& motion, const Path& path, const ExportOptions& options) {
    Progress* progress = options.progress;
    const auto rate = frames_per_second(motion);
    if (!rate) {
        return rate.error();
    }
    const auto surfaces = baked(motion, rate.value(), uses_coordinates(path, options), progress);
    if (!surfaces) {
        return surfaces.error();
    }
    if (is_export_file(path)) {
        if (auto fault = fault_in_files(limber::files_of(surfaces.value(), path), motion.characters)) {
            return *fault;
        }
    }
    const PartOfProgress part(progress, baked_share, 1.0);
    auto written = write_motion(surfaces.value(), path, options);
    if (!written) {
        return written.error();
    }
    ExportReport report = std::move(written).value();
    InvertedClusters inverted;
    for (std::size_t c = 0; c < motion.characters.size(); ++c) {
        inverted += inverted_clusters_in(*motion.characters[c], motion.frames.back()->states[c]);
    }
    if (inverted.count > 0) {
        report.warnings.push_back(inverted_sentence(inverted));
    }
    return WrittenMotion{std::move(report.files), motion.frames.size(),      rate.value(), report.bytes,
                         std::move(report.fits),  std::move(report.warnings)};
}

} // namespace limber::app
