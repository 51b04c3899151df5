// SPDX-License-Identifier: MIT
#include "engine/core/byte_stream.h"
#include "engine/core/cache.h"
#include "engine/core/file_bytes.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace limber {
namespace {

namespace fs = std::filesystem;

class DiskCache : public ::testing::Test {
protected:
    std::string bytes_of_file() const {
        return file_bytes(cache.file_of("modes", key)).value();
    }
    void put_file(std::string_view bytes) const {
        ASSERT_TRUE(write_file(cache.file_of("modes", key), bytes));
    }
    void expect_damaged() const {
        const auto found = cache.find("modes", key);
        EXPECT_FALSE(found.bytes);
        EXPECT_TRUE(found.was_damaged);
    }
    void age(const Fingerprint& of, int hours) const {
        fs::last_write_time(cache.file_of("modes", of), fs::file_time_type::clock::now() - std::chrono::hours(hours));
    }

    const testing::ScratchFolder scratch;
    const fs::path folder = scratch / "cache"; // does not exist yet
    const Cache cache{folder};
    const Fingerprint key{1, 2};
    const std::string payload = "sixteen columns of weights";
};

TEST_F(DiskCache, ReturnsStoredValues) {
    EXPECT_FALSE(cache.find("modes", key).bytes);
    EXPECT_FALSE(cache.find("modes", key).was_damaged);
    cache.store("modes", key, payload);
    EXPECT_EQ(cache.find("modes", key).bytes, payload);
    EXPECT_FALSE(cache.find("clusters", key).bytes);
    EXPECT_FALSE(cache.find("modes", {2, 1}).bytes);
    cache.store("modes", key, "");
    EXPECT_EQ(cache.find("modes", key).bytes, "");
}

TEST_F(DiskCache, RejectsTruncatedFiles) {
    cache.store("modes", key, payload);
    const std::string whole = bytes_of_file();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        put_file(whole.substr(0, size));
        expect_damaged();
    }
    put_file(whole + '\0');
    expect_damaged();
    put_file(whole);
    EXPECT_EQ(cache.find("modes", key).bytes, payload);
}

TEST_F(DiskCache, RejectsFlippedBits) {
    cache.store("modes", key, payload);
    const std::string whole = bytes_of_file();
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string flipped = whole;
        flipped[bit / 8] = static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ (1u << (bit % 8)));
        put_file(flipped);
        expect_damaged();
    }
}

TEST_F(DiskCache, RejectsRenamedFiles) {
    const Fingerprint other{3, 4};
    cache.store("modes", other, payload);
    fs::rename(cache.file_of("modes", other), cache.file_of("modes", key));
    expect_damaged();
    cache.store("clusters", key, payload);
    fs::rename(cache.file_of("clusters", key), cache.file_of("modes", key));
    expect_damaged();
    put_file("PNG, or whatever else");
    expect_damaged();
    fs::remove(cache.file_of("modes", key));
    fs::create_directory(cache.file_of("modes", key));
    expect_damaged();
}

TEST_F(DiskCache, ReplacesDamagedFiles) {
    cache.store("modes", key, payload);
    put_file("damaged");
    expect_damaged();
    cache.store("modes", key, payload);
    EXPECT_EQ(cache.find("modes", key).bytes, payload);
}

TEST_F(DiskCache, RemovesTheLeastRecentlyUsed) {
    const std::string large(1000, 'x');
    const Cache small(folder, 3500);
    for (std::uint64_t i = 0; i < 3; ++i) {
        small.store("modes", {i, 0}, large);
        age({i, 0}, 10 - static_cast<int>(i));
    }
    EXPECT_TRUE(small.find("modes", {0, 0}).bytes); // used just now
    small.store("modes", {3, 0}, large);
    EXPECT_TRUE(small.find("modes", {0, 0}).bytes);
    EXPECT_FALSE(small.find("modes", {1, 0}).bytes);
    EXPECT_TRUE(small.find("modes", {2, 0}).bytes);
    EXPECT_TRUE(small.find("modes", {3, 0}).bytes);
    small.store("modes", {4, 0}, std::string(4000, 'x')); // too large alone
    EXPECT_FALSE(small.find("modes", {4, 0}).bytes);
    EXPECT_TRUE(small.find("modes", {3, 0}).bytes);
}

TEST_F(DiskCache, RemovesTemporaryFilesOfACrash) {
    cache.store("modes", key, payload);
    const fs::path old = folder / "modes-0.limber.1-0.part";
    const fs::path fresh = folder / "modes-0.limber.1-1.part";
    const fs::path foreign = folder / "notes.txt";
    for (const auto& file : {old, fresh, foreign}) {
        ASSERT_TRUE(write_file(file, "half"));
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(file == fresh ? 0 : 3));
    }
    Cache(folder, 1).store("modes", {5, 5}, "");
    Cache(folder, 300).store("modes", {5, 5}, "");
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh));
    EXPECT_TRUE(fs::exists(foreign));
}

// Stores and finds the same entry repeatedly. Returns the number of wrong results.
int wrong_results_of_repeated_use(const fs::path& folder, const Fingerprint& key, const std::string& large) {
    const Cache own(folder);
    int misses = 0;
    for (int i = 0; i < 20; ++i) {
        own.store("modes", key, large);
        const auto found = own.find("modes", key);
        misses += found.was_damaged || found.bytes != large ? 1 : 0;
    }
    return misses;
}

TEST_F(DiskCache, IsSharedByManyThreads) {
    const std::string large(200000, 'y');
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] { EXPECT_EQ(wrong_results_of_repeated_use(folder, key, large), 0); });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(DiskCache, IsSharedByManyProcesses) {
    const std::string large(200000, 'y');
    std::vector<pid_t> others;
    for (int p = 0; p < 3; ++p) {
        others.push_back(fork());
        ASSERT_GE(others.back(), 0);
        if (others.back() == 0) {
            _exit(wrong_results_of_repeated_use(folder, key, large)); // skips the tests that follow
        }
    }
    EXPECT_EQ(wrong_results_of_repeated_use(folder, key, large), 0);
    for (const pid_t other : others) {
        int status = -1;
        ASSERT_EQ(waitpid(other, &status, 0), other);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(DiskCache, IgnoresUnwritableFolders) {
    ASSERT_TRUE(write_file(folder, "a file where the folder should be"));
    cache.store("modes", key, payload);
    EXPECT_FALSE(cache.find("modes", key).bytes);
    EXPECT_FALSE(cache.find("modes", key).was_damaged);
}

TEST(Fingerprint, DependsOnEveryBitAndOnBoundaries) {
    std::set<std::string> seen;
    std::string bytes(21, 'a');
    seen.insert(hex(Fingerprinter().add(bytes).digest()));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::string flipped = bytes;
        flipped[bit / 8] = static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ (1u << (bit % 8)));
        seen.insert(hex(Fingerprinter().add(flipped).digest()));
    }
    EXPECT_EQ(seen.size(), 8 * bytes.size() + 1);
    EXPECT_NE(Fingerprinter().add("ab").add("c").digest(), Fingerprinter().add("a").add("bc").digest());
    EXPECT_NE(Fingerprinter().add("").digest(), Fingerprinter().digest());
    EXPECT_NE(Fingerprinter().add(0.0).digest(), Fingerprinter().add(-0.0).digest());
    EXPECT_NE(Fingerprinter().add(std::string(8, '\0')).digest(), Fingerprinter().add(std::string(7, '\0')).digest());
}

TEST(ByteReader, ReturnsZerosAndFailsAtTheEnd) {
    ByteWriter writer;
    writer.add(3.5);
    writer.add(7);
    ByteReader reader(writer.bytes());
    EXPECT_EQ(reader.number<double>(), 3.5);
    EXPECT_FALSE(reader.is_complete());
    EXPECT_EQ(reader.number<int>(), 7);
    EXPECT_TRUE(reader.is_complete());
    EXPECT_EQ(reader.number<int>(), 0);
    EXPECT_FALSE(reader.is_complete());
    EXPECT_FALSE(ByteReader("abc").holds(~std::uint64_t(0), 8));
}

} // namespace
} // namespace limber
