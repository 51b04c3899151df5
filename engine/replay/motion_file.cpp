// SPDX-License-Identifier: MIT
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace limber {
namespace {

static_assert(std::endian::native == std::endian::little, "both formats are written as little-endian");

Error cannot_write(const std::filesystem::path& path) {
    return {ErrorKind::bad_input, "cannot be written; see whether its folder is there and the disk has room",
            path.string()};
}

template <typename T>
void write_raw(std::ostream& file, const T* values, std::size_t count) {
    file.write(reinterpret_cast<const char*>(values), static_cast<std::streamsize>(count * sizeof(T)));
}

// NumPy's format 1.0 pads the header so that the data starts at a multiple of 64 bytes.
void write_npy_header(std::ostream& file, const std::string& shape) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t preamble = 10;
    header.append(63 - (preamble + header.size()) % 64, ' ');
    header += '\n';
    const auto length = static_cast<std::uint16_t>(header.size());
    file.write("\x93NUMPY\x01\x00", 8);
    write_raw(file, &length, 1);
    file.write(header.data(), static_cast<std::streamsize>(header.size()));
}

void write_pc2_header(std::ostream& file, Index vertices, Index frames, double start_frame) {
    const std::int32_t version = 1;
    const auto vertex_count = static_cast<std::int32_t>(vertices);
    const auto start = static_cast<float>(start_frame);
    const float frames_a_sample = 1.0f;
    const auto frame_count = static_cast<std::int32_t>(frames);
    file.write("POINTCACHE2\0", 12);
    write_raw(file, &version, 1);
    write_raw(file, &vertex_count, 1);
    write_raw(file, &start, 1);
    write_raw(file, &frames_a_sample, 1);
    write_raw(file, &frame_count, 1);
}

} // namespace

Result<Done> write_npy(const Matrix& array, const std::filesystem::path& path) {
    FileReplacement file(path);
    write_npy_header(file.stream(), std::to_string(array.rows()) + ", " + std::to_string(array.cols()));
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = array;
    write_raw(file.stream(), rows.data(), static_cast<std::size_t>(rows.size()));
    return file.finish();
}

MotionWriter::MotionWriter(FileReplacement file, Format format, Index vertex_count, Index frame_count)
    : file_(std::move(file)), format_(format), vertex_count_(vertex_count), frame_count_(frame_count) {}

Result<MotionWriter> MotionWriter::open(const std::filesystem::path& path, Index vertex_count, Index frame_count,
                                        double start_frame) {
    const std::string extension = path.extension().string();
    if (extension != ".npy" && extension != ".pc2") {
        return Error{ErrorKind::bad_input, "motion is written as .npy or .pc2; name one of them", path.string()};
    }
    const bool is_pc2 = extension == ".pc2";
    if (is_pc2 && std::max(vertex_count, frame_count) > std::numeric_limits<std::int32_t>::max()) {
        return Error{ErrorKind::bad_input, "too many vertices or frames for a .pc2; write .npy", path.string()};
    }
    FileReplacement file(path);
    if (is_pc2) {
        write_pc2_header(file.stream(), vertex_count, frame_count, start_frame);
    } else {
        write_npy_header(file.stream(), std::to_string(frame_count) + ", " + std::to_string(vertex_count) + ", 3");
    }
    if (!file.stream()) {
        return cannot_write(path);
    }
    return MotionWriter(std::move(file), is_pc2 ? Format::pc2 : Format::npy, vertex_count, frame_count);
}

Result<Done> MotionWriter::append(const Points& x) {
    EXPECTS(x.rows() == vertex_count_);
    if (format_ == Format::pc2) {
        const Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor> single = x.cast<float>();
        write_raw(file_.stream(), single.data(), static_cast<std::size_t>(single.size()));
    } else {
        write_raw(file_.stream(), x.data(), static_cast<std::size_t>(x.size()));
    }
    ++written_;
    if (!file_.stream()) {
        return cannot_write(file_.path());
    }
    return Done{};
}

Result<Done> MotionWriter::close() {
    if (written_ != frame_count_) {
        return Error{ErrorKind::bad_input,
                     std::to_string(frame_count_) + " frames were promised, but " + std::to_string(written_) +
                         " were written",
                     file_.path().string()};
    }
    return file_.finish();
}

} // namespace limber
