// SPDX-License-Identifier: MIT
#include "app/panels/phrases.h"

#include "engine/core/time_left.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>

namespace limber::app {

std::string grouped(long long count) {
    std::string digits = std::to_string(std::abs(count));
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
        digits.insert(static_cast<std::size_t>(i), " ");
    }
    return (count < 0 ? "-" : "") + digits;
}

std::string counted(long long count, const char* one, const char* many) {
    return grouped(count) + " " + (count == 1 ? one : many);
}

std::string rig_phrase(RigKind kind, long long bones) {
    if (kind == RigKind::file) {
        return counted(bones, "bone", "bones");
    }
    return kind == RigKind::none ? "no rig" : "one handle";
}

std::string measured(double value, const char* unit) {
    std::array<char, 64> text{};
    const bool whole = std::abs(value) >= 100.0 && std::abs(value) < 1e7;
    std::snprintf(text.data(), text.size(), whole ? "%.0f %s" : "%.3g %s", value, unit);
    return text.data();
}

std::string speed_words(double speed_reached, bool is_playing) {
    if (!is_playing) {
        return "paused";
    }
    return speed_reached > 0.0 ? measured(100.0 * speed_reached, "%") : "being measured";
}

std::string measured_in_line(double value, const char* unit) {
    std::string text = measured(value, unit);
    const std::size_t space = text.find(' ');
    return space == std::string::npos ? text : text.replace(space, 1, "\u00a0");
}

std::string words_about_stride(double now, double better, double slide) {
    const double change = 100.0 * (better / now - 1.0);
    return "Makes the way of the hips " + measured_in_line(std::abs(change), "%") +
           (change < 0.0 ? " shorter" : " longer") + ": standing feet then slide by " + measured_in_line(slide, "m") +
           " on average";
}

std::string lasting(double seconds) {
    if (!(seconds >= 0)) {
        return "a moment";
    }
    std::array<char, 64> text{};
    if (seconds < 60) {
        std::snprintf(text.data(), text.size(), seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    } else {
        std::snprintf(text.data(), text.size(), "%d min %d s", static_cast<int>(seconds) / 60,
                      static_cast<int>(seconds) % 60);
    }
    return text.data();
}

std::string working_time(const ProgressReport& progress) {
    constexpr double first_estimate = 0.5; // [s]
    const bool is_early = progress.seconds <= first_estimate;
    const long percent = std::lround(100.0 * progress.fraction);
    const std::string share =
        is_early || progress.seconds_left >= 0.0 || percent == 0 ? "" : ", " + std::to_string(percent) + " % done";
    const bool is_guess = is_early && progress.seconds_left >= 0.0;
    return lasting(progress.seconds) + " so far" + (is_guess ? "" : remaining_time(progress.seconds_left)) + share;
}

std::string remaining_time(double seconds_left) {
    if (seconds_left == time_left_used_up) {
        return ", longer than expected";
    }
    return seconds_left >= 0.0 ? ", about " + lasting(seconds_left) + " left" : "";
}

std::string length_of_export(std::uint64_t steps, double seconds, double frames_per_second) {
    constexpr double rounding = 1e-6; // [frames]
    const auto frames = static_cast<long long>(
        frames_per_second > 0.0 ? std::floor(seconds * frames_per_second + rounding) : static_cast<double>(steps));
    return counted(frames + 1, "frame", "frames") + ", " + lasting(seconds);
}

std::string words_without_start(double removed_seconds) {
    return removed_seconds > 0.0
               ? ", without the first " + lasting(std::max(removed_seconds, 0.1)) + ", no longer stored"
               : "";
}

std::string words_after_clip(double seconds) {
    constexpr double least = 0.1; // [s]
    return seconds < least ? "" : ", about " + lasting(seconds) + " of it after the clip's end";
}

std::string words_for_loop(std::optional<double> loop, double stored, double removed) {
    constexpr double rounding = 1e-6; // [loops]
    if (loop == 0.0) {
        return "no loop: switch on Loop of the clip";
    }
    const double passes = removed > 0.0 ? 1.0 : 2.0;
    if (!loop || stored >= (passes - rounding) * *loop) {
        return "the last loop";
    }
    return removed > 0.0 ? "no whole loop is stored: `limber export --loop` writes it"
                         : "no loop yet: let the clip play two passes";
}

std::string short_path(const std::filesystem::path& path, std::size_t length_max) {
    const std::string whole = path.string();
    const std::string_view end = last_letters(whole, length_max);
    if (end.size() == whole.size()) {
        return whole;
    }
    const auto cut = end.find('/');
    return "..." + std::string(end.substr(cut == std::string_view::npos ? 0 : cut));
}

std::vector<std::string> short_names(const std::vector<std::string>& names) {
    std::vector<std::string> shorter;
    for (const std::string& name : names) {
        shorter.push_back(name.substr(name.find_last_of('|') + 1)); // npos + 1 is 0
    }
    const std::set<std::string> different(shorter.begin(), shorter.end());
    return different.size() == names.size() && !different.contains("") ? shorter : names;
}

} // namespace limber::app
