// SPDX-License-Identifier: MIT
#include "engine/formats/motion_export.h"

#include "engine/formats/cancelling.h"
#include "engine/formats/glb_file.h"
#include "engine/formats/obj_sequence.h"
#include "engine/formats/point_cache_file.h"
#include "engine/formats/usd_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>

namespace limber {
namespace {

using Path = std::filesystem::path;

constexpr double fitted_share = 0.9; // of the time of a .glb; the rest is writing

// Letters, digits, - and _ of the name, so that it can be part of a file's name.
std::string file_part(const std::string& name) {
    std::string part;
    for (const char c : name) {
        const bool is_kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        part += is_kept ? c : '_';
    }
    return part;
}

Path with_suffix(const Path& path, const std::string& suffix, const std::string& extension) {
    Path file = path;
    return file.replace_filename(path.stem().string() + suffix + extension);
}

// A cache and the rest surface for each surface.
std::vector<Path> point_caches(const BakedMotion& motion, const Path& path) {
    std::vector<Path> files;
    for (std::size_t i = 0; i < motion.surfaces.size(); ++i) {
        const std::string name = "_" + std::to_string(i + 1) + "_" + file_part(motion.surfaces[i].name);
        const std::string suffix = motion.surfaces.size() == 1 ? std::string() : name;
        files.push_back(with_suffix(path, suffix, path.extension().string()));
        files.push_back(with_suffix(path, suffix + "_rest", ".obj"));
    }
    return files;
}

std::vector<Path> numbered_files(std::size_t count, const Path& path) {
    const std::size_t digits = std::max(std::size_t{4}, std::to_string(count).size());
    std::vector<Path> files;
    for (std::size_t number = 1; number <= count; ++number) {
        std::string text = std::to_string(number);
        text.insert(0, digits - text.size(), '0');
        files.push_back(with_suffix(path, "_" + text, path.extension().string()));
    }
    return files;
}

void remove_caches(const std::vector<Path>& files, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        std::error_code is_gone;
        std::filesystem::remove(files[i], is_gone);
    }
}

Result<Done> write_point_caches(const BakedMotion& motion, const std::vector<Path>& files, Progress* progress) {
    const auto whole = static_cast<double>(motion.surfaces.size());
    for (std::size_t i = 0; i < motion.surfaces.size(); ++i) {
        const PartOfProgress part(progress, static_cast<double>(i) / whole, static_cast<double>(i + 1) / whole);
        const Path& cache = files[2 * i];
        auto done = cache.extension() == ".pc2"
                        ? write_pc2(motion.surfaces[i], cache, progress)
                        : write_mdd(motion.surfaces[i], motion.frames_per_second, cache, progress);
        if (done) {
            done = write_rest_obj(motion.surfaces[i], files[2 * i + 1]);
        }
        if (!done) {
            remove_caches(files, done.error().kind == ErrorKind::cancelled ? 2 * i : 0);
            return done;
        }
    }
    return Done{};
}

// A surface may be a single point.
double share(double error, const BakedSurface& surface) {
    return error / std::max(extent(surface), std::numeric_limits<double>::min());
}

std::string percent(double share) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), 100.0 * share, std::chars_format::general, 2);
    return std::string(text.data(), end.ptr) + " %";
}

// Where the most targets there may be, or the rounding of floats, do not give the accuracy that was asked for.
void warn_of_tolerance(const ExportOptions& options, ExportReport& report) {
    const FitReport& fit = report.fits.back();
    if (fit.error > options.morph.fitting.tolerance) {
        const char* const what = fit.is_exact ? " exact morph targets, rounded to floats," : " morph targets";
        const char* const remedy = fit.is_exact ? "; allow more" : "; export fewer frames or allow more";
        report.warnings.push_back(fit.surface + ": " + std::to_string(fit.targets) + what + " leave an error of " +
                                  percent(fit.error) + " of the extent, more than the tolerance of " +
                                  percent(options.morph.fitting.tolerance) + remedy);
    }
}

Result<MorphFit> fit_surface(const BakedSurface& surface, const ExportOptions& options, ExportReport& report,
                             MorphFit) {
    auto chosen = choose_morph_targets(surface, options.morph, options.progress);
    if (!chosen) {
        return chosen.error();
    }
    auto [fit, is_exact] = std::move(chosen).value();
    report.fits.push_back(
        {surface.name, static_cast<Index>(fit.targets.size()), is_exact, 0, share(fit.error, surface), 0.0});
    if (options.morph.encoding == MorphEncoding::exact && !is_exact) {
        report.warnings.push_back(surface.name + ": has fitted morph targets, because its positions are not linear in "
                                                 "its coordinates");
    }
    warn_of_tolerance(options, report);
    return std::move(fit);
}

Result<SkinFit> fit_surface(const BakedSurface& surface, const ExportOptions& options, ExportReport& report, SkinFit) {
    SkinFitOptions skin;
    skin.joints = options.joints;
    auto fit = fit_skin(surface, skin, options.progress);
    if (fit) {
        report.fits.push_back({surface.name, 0, false, static_cast<Index>(fit.value().joints.size()),
                               share(fit.value().error, surface), share(fit.value().error_rms, surface)});
    }
    return fit;
}

template <typename Fit>
Result<Done> write_fitted_glb(const BakedMotion& motion, const ExportOptions& options, ExportReport& report) {
    ExportOptions of_each = options;
    of_each.morph.exact_memory_max /= static_cast<double>(motion.surfaces.size()); // all fits are there at once
    std::vector<Fit> fits;
    for (const BakedSurface& surface : motion.surfaces) {
        const double each = fitted_share / static_cast<double>(motion.surfaces.size());
        const double done = each * static_cast<double>(fits.size());
        const PartOfProgress part(options.progress, done, done + each);
        if (!keep_going(options.progress, options.joints > 0 ? "fitting joints" : "fitting morph targets", 0.0)) {
            return cancelled();
        }
        auto fit = fit_surface(surface, of_each, report, Fit());
        if (!fit) {
            return fit.error();
        }
        fits.push_back(std::move(fit).value());
    }
    const PartOfProgress part(options.progress, fitted_share, 1.0);
    return keep_going(options.progress, "writing", 0.0)
               ? write_glb(motion, fits, report.files.front(), options.progress)
               : Result<Done>(cancelled());
}

std::uintmax_t bytes_of(const std::vector<Path>& files) {
    std::uintmax_t bytes = 0;
    for (const Path& file : files) {
        std::error_code trouble;
        const std::uintmax_t size = std::filesystem::file_size(file, trouble);
        bytes += trouble ? 0 : size;
    }
    return bytes;
}

Result<Done> write_others(const BakedMotion& motion, const std::vector<Path>& files, Progress* progress) {
    const std::string extension = files.front().extension().string();
    return extension == ".usda"  ? write_usda(motion, files.front(), progress)
           : extension == ".obj" ? write_obj_sequence(motion, files, progress)
                                 : write_point_caches(motion, files, progress);
}

constexpr std::array extensions{".glb", ".usda", ".pc2", ".mdd", ".obj"};

} // namespace

std::string_view export_extensions() {
    return ".glb, .usda, .pc2, .mdd, .obj";
}

bool is_export_file(const Path& path) {
    return std::ranges::find(extensions, path.extension().string()) != extensions.end();
}

bool uses_coordinates(const Path& path, const ExportOptions& options) {
    return path.extension() == ".glb" && options.joints == 0 && options.morph.encoding != MorphEncoding::fitted;
}

std::vector<Path> files_of(const BakedMotion& motion, const Path& path) {
    const std::string extension = path.extension().string();
    return extension == ".obj"                          ? numbered_files(motion.frame_count(), path)
           : extension == ".pc2" || extension == ".mdd" ? point_caches(motion, path)
                                                        : std::vector{path};
}

Result<ExportReport> write_motion(const BakedMotion& motion, const Path& path, const ExportOptions& options) {
    if (!is_export_file(path)) {
        return Error{ErrorKind::bad_input,
                     "is none of the formats that motion is exported in: " + std::string(export_extensions()),
                     path.string()};
    }
    if (const auto sound = checked(motion); !sound) {
        return sound.error();
    }
    ExportReport report{files_of(motion, path), 0, {}, {}};
    const auto done = path.extension() != ".glb" ? write_others(motion, report.files, options.progress)
                      : options.joints > 0       ? write_fitted_glb<SkinFit>(motion, options, report)
                                                 : write_fitted_glb<MorphFit>(motion, options, report);
    if (!done) {
        return done.error();
    }
    report.bytes = bytes_of(report.files);
    return report;
}

} // namespace limber
