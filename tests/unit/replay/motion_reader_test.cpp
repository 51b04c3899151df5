// SPDX-License-Identifier: MIT
#include "engine/replay/motion_reader.h"

#include "engine/core/file_bytes.h"
#include "engine/replay/motion_file.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>

namespace limber {
namespace {

using ::testing::HasSubstr;

std::filesystem::path file_to_read(const std::string& name) {
    return std::filesystem::path(::testing::TempDir()) / name;
}

std::vector<Points> some_frames() {
    std::vector<Points> frames;
    for (int frame = 0; frame < 3; ++frame) {
        Points x(2, 3);
        x << frame, 0.25, -3, 4, 1e3, 6.5;
        frames.push_back(x);
    }
    return frames;
}

std::string written(const std::string& name) {
    const std::vector<Points> frames = some_frames();
    MotionWriter writer = MotionWriter::open(file_to_read(name), 2, 3).value();
    for (const Points& x : frames) {
        EXPECT_TRUE(writer.append(x));
    }
    EXPECT_TRUE(writer.close());
    return file_bytes(file_to_read(name)).value();
}

std::string npy(const std::string& header, const std::string& data) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    return bytes + header + data;
}

template <typename T>
std::string raw(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

TEST(MotionReader, ReadsWhatTheWriterWrites) {
    for (const char* name : {"read.npy", "read.pc2"}) {
        written(name);
        const auto frames = read_motion(file_to_read(name));
        ASSERT_TRUE(frames) << name;
        EXPECT_EQ(frames.value(), some_frames()) << name;
    }
}

TEST(MotionReader, ReadsAMatrixInEitherOrderAndPrecision) {
    Matrix expected(2, 3);
    expected << 1, 2, 3, 4, 5, 6;
    ASSERT_TRUE(write_npy(expected, scratch("matrix.npy")));
    EXPECT_EQ(read_npy(file_to_read("matrix.npy")).value(), expected);
    const std::string columns =
        npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", raw(std::vector<float>{1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(parse_npy(columns, "columns").value(), expected);
}

TEST(MotionReader, RefusesEveryTruncatedFile) {
    for (const char* name : {"whole.npy", "whole.pc2"}) {
        const std::string bytes = written(name);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_FALSE(parse_motion(std::string_view(bytes).substr(0, size), name)) << name << " " << size;
        }
    }
}

TEST(MotionReader, RefusesOtherArraysInOneSentence) {
    const std::string type = "{'descr': '<f8', 'fortran_order': False, ";
    const double infinite = std::numeric_limits<double>::infinity();
    const struct {
        std::string bytes;
        const char* sentence;
    } refusals[] = {
        {"nothing", "x.npy: is not a NumPy array"},
        {npy(type + "'shape': (2, 3), }", raw(std::vector<double>(6))), "frames x vertices x 3"},
        {npy(type + "'shape': (0, 2, 3), }", ""), "frames x vertices x 3"},
        {npy(type + "'shape': (1, 1, 3), }", raw(std::vector<double>{0, infinite, 0})), "not finite"},
        {npy(type + "'shape': (99999999999, 99999999999, 3), }", ""), "2^31"},
        {npy(type + "'shape': (1, 1, 3", raw(std::vector<double>(3))), "header"},
        {npy("{'descr': '>f8', 'fortran_order': False, 'shape': (1, 1, 3), }", raw(std::vector<double>(3))),
         "little-endian"},
        {npy("{'shape': (1, 1, 3), }", ""), "header"},
    };
    for (const auto& refusal : refusals) {
        const auto frames = parse_motion(refusal.bytes, "x.npy");
        ASSERT_FALSE(frames) << refusal.sentence;
        EXPECT_THAT(sentence(frames.error()), HasSubstr(refusal.sentence));
    }
}

} // namespace
} // namespace limber
