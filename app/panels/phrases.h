// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/progress.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Numbers as text for the user.
namespace limber::app {

/// "12 345": groups of three digits.
std::string grouped(long long count);
/// "1 bone", "6 587 vertices".
std::string counted(long long count, const char* one, const char* many);
/// What moves a body: "2 bones", "one handle", "no rig".
std::string rig_phrase(RigKind kind, long long bones);
/// Three significant digits, and the unit behind: "1.25 m".
std::string measured(double value, const char* unit);
/// The same in a sentence: no line ends between the number and its unit.
std::string measured_in_line(double value, const char* unit);
/// What a button that changes the stride of a clip from `now` to `better` does, and how far standing feet then slide on
/// average [m]: "Makes the way of the hips 25 % shorter: ...".
std::string words_about_stride(double now, double better, double slide);
/// Simulated time per time of the clock, of which 0 is not measured yet: "98.5 %", "being measured", "paused".
std::string speed_words(double speed_reached, bool is_playing);
/// "0.8 s", "2 min 5 s"; "a moment" for an unknown duration.
std::string lasting(double seconds);
/// How long work has lasted and will last: "12 s so far, about 3.0 s left"; without an estimate the share that is done,
/// "12 s so far, 38 % done", and after one that was too short "12 s so far, longer than expected, 38 % done".
std::string working_time(const ProgressReport& progress);
/// The second half of it: ", about 3.0 s left"; empty without an estimate.
std::string remaining_time(double seconds_left);
/// What an export of a motion writes: "392 frames, 6.5 s". `steps`, which last `seconds` [s], have a frame at the start
/// and one each, or so many a second; 0: one each.
std::string length_of_export(std::uint64_t steps, double seconds, double frames_per_second);
/// That the first seconds of the motion are not in it, because they are no longer stored, to be appended: ", without
/// the first 12 s, no longer stored"; empty for none.
std::string words_without_start(double removed_seconds);
/// What of it comes after the clip's end, to be appended: ", about 4.1 s of it after the clip's end"; empty for less
/// than a tenth of a second.
std::string words_after_clip(double seconds);
/// What an export of a loop writes, or why there is none yet. `stored` [s] of the motion, before which `removed` ones
/// are no longer stored; `loop` [s]; 0: nothing loops; nullopt: unknown. The loop needs two passes from the motion's
/// start, and one where the start was removed; a loop that is longer than what is stored never becomes complete then.
std::string words_for_loop(std::optional<double> loop, double stored, double removed);
/// Names of clips without what Blender writes before them, "Armature|Armature|run": what is behind the last bar, if
/// these differ.
std::vector<std::string> short_names(const std::vector<std::string>& names);
/// The last parts of a path that fit on a line.
std::string short_path(const std::filesystem::path& path, std::size_t length_max = 44);

} // namespace limber::app
