// SPDX-License-Identifier: MIT
#include "engine/replay/motion_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace limber {
namespace {

std::filesystem::path scratch(const std::string& name) {
    return std::filesystem::path(::testing::TempDir()) / name;
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

template <typename T>
T read_at(const std::string& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

Points some_points(double first) {
    Points x(2, 3);
    x << first, 2, 3, 4, 5, 6;
    return x;
}

TEST(Npy, HasAnAlignedHeaderAndRowMajorData) {
    Matrix array(2, 3);
    array << 1, 2, 3, 4, 5, 6;
    ASSERT_TRUE(write_npy(array, scratch("array.npy")));
    const std::string bytes = bytes_of(scratch("array.npy"));
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t data = 10u + read_at<std::uint16_t>(bytes, 8);
    EXPECT_EQ(data % 64, 0u);
    EXPECT_NE(bytes.find("'shape': (2, 3)"), std::string::npos);
    ASSERT_EQ(bytes.size(), data + 6 * sizeof(double));
    EXPECT_EQ(read_at<double>(bytes, data + 8), 2.0);
}

TEST(MotionFile, IsANumPyArrayOfFramesByVerticesByThree) {
    auto writer = MotionWriter::open(scratch("motion.npy"), 2, 3);
    ASSERT_TRUE(writer);
    MotionWriter motion = std::move(writer).value();
    for (int frame = 0; frame < 3; ++frame) {
        ASSERT_TRUE(motion.append(some_points(frame)));
    }
    ASSERT_TRUE(motion.close());
    const std::string bytes = bytes_of(scratch("motion.npy"));
    EXPECT_NE(bytes.find("'shape': (3, 2, 3)"), std::string::npos);
    EXPECT_EQ(read_at<double>(bytes, bytes.size() - 6 * sizeof(double)), 2.0);
}

TEST(MotionFile, WritesAPointCacheInSinglePrecision) {
    MotionWriter motion = std::move(MotionWriter::open(scratch("motion.pc2"), 2, 2)).value();
    ASSERT_TRUE(motion.append(some_points(0)));
    ASSERT_TRUE(motion.append(some_points(7)));
    ASSERT_TRUE(motion.close());
    const std::string bytes = bytes_of(scratch("motion.pc2"));
    EXPECT_EQ(bytes.substr(0, 11), "POINTCACHE2");
    EXPECT_EQ(read_at<std::int32_t>(bytes, 16), 2);
    EXPECT_EQ(read_at<std::int32_t>(bytes, 28), 2);
    ASSERT_EQ(bytes.size(), 32u + 2 * 6 * sizeof(float));
    EXPECT_EQ(read_at<float>(bytes, 32 + 6 * sizeof(float)), 7.0f);
}

TEST(MotionFile, RejectsOtherFormatsMissingFoldersAndWrongCounts) {
    EXPECT_FALSE(MotionWriter::open(scratch("motion.avi"), 2, 2));
    EXPECT_FALSE(MotionWriter::open("/nowhere/motion.npy", 2, 2));
    EXPECT_FALSE(write_npy(Matrix::Zero(1, 1), "/nowhere/array.npy"));
    MotionWriter motion = std::move(MotionWriter::open(scratch("short.npy"), 2, 2)).value();
    ASSERT_TRUE(motion.append(some_points(0)));
    EXPECT_FALSE(motion.close());
}

TEST(MotionFile, ReplacesTheOldFileWhenComplete) {
    const std::filesystem::path path = scratch("kept.npy");
    ASSERT_TRUE(write_npy(Matrix::Ones(2, 2), path));
    const std::string before = bytes_of(path);
    {
        MotionWriter motion = std::move(MotionWriter::open(path, 2, 2)).value();
        ASSERT_TRUE(motion.append(some_points(0)));
        EXPECT_EQ(bytes_of(path), before);
    }
    EXPECT_EQ(bytes_of(path), before);
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path())) {
        EXPECT_FALSE(entry.path().string().starts_with(path.string() + ".")) << entry.path() << " was left behind";
    }
}

} // namespace
} // namespace limber
