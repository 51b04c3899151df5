// SPDX-License-Identifier: MIT
#include "app/view/film.h"

#include "app/view/child_process.h"
#include "engine/core/temporary_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

bool is_one_file(const FilmOptions& options) {
    return options.count == 1 || options.path.extension() == ".mp4";
}

fs::path numbered_file(const FilmOptions& options, std::uint64_t number) {
    const std::size_t digits = std::max(std::size_t{4}, std::to_string(options.count).size());
    std::string text = std::to_string(number);
    text.insert(0, digits - text.size(), '0');
    fs::path path = options.path;
    return path.replace_filename(path.stem().string() + "_" + text + path.extension().string());
}

class Pictures final : public Film {
public:
    explicit Pictures(FilmOptions options) : options_(std::move(options)) {}
    Pictures(const Pictures&) = delete;
    Pictures& operator=(const Pictures&) = delete;
    ~Pictures() override {
        for (const fs::path& file : written_) {
            std::error_code is_gone;
            fs::remove(file, is_gone);
        }
    }

    Result<Done> add(const Image& image) override {
        ++number_;
        const fs::path path = options_.count == 1 ? options_.path : numbered_file(options_, number_);
        auto done = write_png(image, path);
        if (done) {
            written_.push_back(path);
        }
        return done;
    }
    Result<Done> finish() override {
        written_.clear();
        return Done{};
    }

private:
    FilmOptions options_;
    std::uint64_t number_ = 0;
    std::vector<fs::path> written_; // until all are
};

fs::path part_of(const TemporaryFolder& folder) {
    return folder.path() / "video.mp4";
}

// The encoder writes in a folder of its own, so that an existing video stays until the new one is complete, and nothing
// planted beside it is followed.
class Video final : public Film {
public:
    Video(fs::path path, TemporaryFolder folder, ChildProcess encoder)
        : path_(std::move(path)), folder_(std::move(folder)), encoder_(std::move(encoder)) {}

    Result<Done> add(const Image& image) override {
        const auto bytes = std::as_bytes(std::span(image.rgb));
        return encoder_.write(bytes) ? Result<Done>(Done{}) : refused();
    }
    Result<Done> finish() override {
        if (encoder_.wait() != 0) {
            return refused();
        }
        std::error_code trouble;
        fs::rename(part_of(folder_), path_, trouble);
        return trouble ? refused() : Result<Done>(Done{});
    }

private:
    Error refused() const {
        return {ErrorKind::bad_input, "ffmpeg could not write the video; its own message is above", path_.string()};
    }

    fs::path path_;
    TemporaryFolder folder_;
    ChildProcess encoder_;
};

// A symbolic link stays, and its target is replaced. Devices and pipes cannot be: an encoder goes back in its file.
Result<fs::path> video_target(const fs::path& path) {
    std::error_code trouble;
    const auto status = fs::status(path, trouble);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return Error{ErrorKind::bad_input, "is no file that a video can be written to; name another one",
                     path.string()};
    }
    const fs::path target = fs::weakly_canonical(path, trouble);
    return trouble ? path : target;
}

Result<std::unique_ptr<Film>> make_video(const FilmOptions& options, int width, int height) {
    std::array<char, 32> rate{};
    std::snprintf(rate.data(), rate.size(), "%.6f", options.frames_per_second);
    auto target = video_target(options.path);
    if (!target) {
        return target.error();
    }
    auto folder = TemporaryFolder::create(target.value());
    if (!folder) {
        return folder.error();
    }
    auto encoder = ChildProcess::start({"ffmpeg",
                                        "-hide_banner",
                                        "-loglevel",
                                        "error",
                                        "-y",
                                        "-f",
                                        "rawvideo",
                                        "-pixel_format",
                                        "rgb24",
                                        "-video_size",
                                        std::to_string(width) + "x" + std::to_string(height),
                                        "-framerate",
                                        rate.data(),
                                        "-i",
                                        "-",
                                        "-an",
                                        "-vf",
                                        "pad=ceil(iw/2)*2:ceil(ih/2)*2", // the format has whole squares of four pixels
                                        "-c:v",
                                        "libx264",
                                        "-crf",
                                        "18",
                                        "-pix_fmt",
                                        "yuv420p",
                                        fs::absolute(part_of(folder.value())).string()});
    if (!encoder) {
        return Error{ErrorKind::bad_input,
                     "needs the program ffmpeg, which is not installed; install it, or write numbered images (.png)",
                     options.path.string()};
    }
    return std::unique_ptr<Film>(
        std::make_unique<Video>(std::move(target).value(), std::move(folder).value(), *std::move(encoder)));
}

} // namespace

bool is_film_file(const fs::path& path) {
    return path.extension() == ".mp4" || path.extension() == ".png";
}

fs::path first_file_of(const FilmOptions& options) {
    return is_one_file(options) ? options.path : numbered_file(options, 1);
}

std::vector<fs::path> files_of(const FilmOptions& options) {
    if (is_one_file(options)) {
        return {options.path};
    }
    std::vector<fs::path> files;
    for (std::uint64_t number = 1; number <= options.count; ++number) {
        files.push_back(numbered_file(options, number));
    }
    return files;
}

Result<std::unique_ptr<Film>> make_film(const FilmOptions& options, int width, int height) {
    return options.path.extension() == ".mp4" ? make_video(options, width, height)
                                              : std::unique_ptr<Film>(std::make_unique<Pictures>(options));
}

} // namespace limber::app
