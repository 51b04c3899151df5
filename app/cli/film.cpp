// SPDX-License-Identifier: MIT
#include "app/cli/film.h"

#include "app/cli/child_process.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

class Pictures final : public Film {
public:
    explicit Pictures(FilmOptions options) : options_(std::move(options)) {}

    Result<Done> add(const Image& image) override {
        ++number_;
        return write_png(image, options_.count == 1 ? options_.path : numbered());
    }
    Result<Done> finish() override {
        return Done{};
    }

private:
    fs::path numbered() const {
        const std::size_t digits = std::max(std::size_t{4}, std::to_string(options_.count).size());
        std::string text = std::to_string(number_);
        text.insert(0, digits - text.size(), '0');
        fs::path path = options_.path;
        return path.replace_filename(path.stem().string() + "_" + text + path.extension().string());
    }

    FilmOptions options_;
    std::uint64_t number_ = 0;
};

// An unfinished video has another name, so that an existing one stays until it is complete.
class Video final : public Film {
public:
    Video(fs::path path, fs::path part, ChildProcess encoder)
        : path_(std::move(path)), part_(std::move(part)), encoder_(std::move(encoder)) {}
    Video(const Video&) = delete;
    Video& operator=(const Video&) = delete;
    ~Video() override {
        std::error_code is_gone;
        fs::remove(part_, is_gone);
    }

    Result<Done> add(const Image& image) override {
        const auto bytes = std::as_bytes(std::span(image.rgb));
        return encoder_.write(bytes) ? Result<Done>(Done{}) : refused();
    }
    Result<Done> finish() override {
        if (encoder_.wait() != 0) {
            return refused();
        }
        std::error_code trouble;
        fs::rename(part_, path_, trouble);
        return trouble ? refused() : Result<Done>(Done{});
    }

private:
    Error refused() const {
        return {ErrorKind::bad_input, "ffmpeg could not write the video; its own message is above", path_.string()};
    }

    fs::path path_;
    fs::path part_;
    ChildProcess encoder_;
};

Result<std::unique_ptr<Film>> make_video(const FilmOptions& options, int width, int height) {
    std::array<char, 32> rate{};
    std::snprintf(rate.data(), rate.size(), "%.6f", options.frames_per_second);
    fs::path part = options.path;
    part.replace_filename("." + options.path.stem().string() + ".part.mp4");
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
                                        fs::absolute(part).string()});
    if (!encoder) {
        return Error{ErrorKind::bad_input,
                     "needs the program ffmpeg, which is not installed; install it, or write numbered images (.png)",
                     options.path.string()};
    }
    return std::unique_ptr<Film>(std::make_unique<Video>(options.path, part, *std::move(encoder)));
}

} // namespace

Result<std::unique_ptr<Film>> make_film(const FilmOptions& options, int width, int height) {
    return options.path.extension() == ".mp4" ? make_video(options, width, height)
                                              : std::unique_ptr<Film>(std::make_unique<Pictures>(options));
}

} // namespace limber::app
