// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/image.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

/// Images of a motion, one after the other, as files. A film that is not finished leaves no file.
namespace limber::app {

class Film {
public:
    virtual ~Film() = default;
    /// All images have one size.
    virtual Result<Done> add(const Image& image) = 0;
    /// Completes the file.
    virtual Result<Done> finish() = 0;
};

struct FilmOptions {
    std::filesystem::path path;
    std::uint64_t count = 1;
    double frames_per_second = 60.0;
};

/// Whether the ending is that of a film, `.png` or `.mp4`.
bool is_film_file(const std::filesystem::path& path);

/// The file of the film, or of its first image.
std::filesystem::path first_file_of(const FilmOptions& options);
/// All files of the film.
std::vector<std::filesystem::path> files_of(const FilmOptions& options);

/// By the ending: `.png` is one image, or a numbered file for each of several, NAME_0001.png, ...; `.mp4` is a video
/// (H.264), written by the program ffmpeg. Fails with bad_input where that is not installed.
Result<std::unique_ptr<Film>> make_film(const FilmOptions& options, int width, int height);

} // namespace limber::app
