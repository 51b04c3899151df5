// SPDX-License-Identifier: MIT
#include "engine/core/file_bytes.h"
#include "engine/core/file_replacement.h"
#include "engine/core/hash.h"
#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/random.h"
#include "engine/core/result.h"
#include "engine/core/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace limber {
namespace {

TEST(Result, HoldsAValueOrAnError) {
    const Result<int> good = 3;
    const Result<int> bad = Error{ErrorKind::bad_input, "the mesh is empty", "a.msh"};
    ASSERT_TRUE(good);
    ASSERT_FALSE(bad);
    EXPECT_EQ(good.value(), 3);
    EXPECT_EQ(sentence(bad.error()), "a.msh: the mesh is empty");
}

TEST(Result, ValueOfAFailureViolatesTheContract) {
    const Result<int> bad = Error{};
    EXPECT_THROW(static_cast<void>(bad.value()), std::logic_error);
}

TEST(Hash, DependsOnEveryByteAndOnTheirOrder) {
    EXPECT_NE(Hasher().add("ab").digest(), Hasher().add("ba").digest());
    EXPECT_NE(Hasher().add(0.0).digest(), Hasher().add(-0.0).digest());
    EXPECT_NE(Hasher().add("ab").add("c").digest(), Hasher().add("a").add("bc").digest());
    EXPECT_EQ(hex(0x1234u), "0000000000001234");
}

TEST(Random, IsTheSameSequenceForTheSameSeed) {
    Rng first(7);
    Rng again(7);
    Rng other(8);
    const auto a = first.bits();
    EXPECT_EQ(a, again.bits());
    EXPECT_NE(a, other.bits());
}

TEST(Random, HasTheMomentsOfItsDistributions) {
    Rng rng(1);
    double sum = 0.0;
    double squares = 0.0;
    const int count = 100000;
    for (int i = 0; i < count; ++i) {
        const double x = rng.normal();
        sum += x;
        squares += x * x;
    }
    EXPECT_NEAR(sum / count, 0.0, 0.02);
    EXPECT_NEAR(squares / count, 1.0, 0.02);
}

TEST(ParallelFor, VisitsEveryIndexOnceWithBlocksThatDoNotDependOnTheThreads) {
    for (const int threads : {1, 2, 5}) {
        std::vector<int> visits(1003, 0);
        std::vector<std::size_t> block_start(11, 0);
        parallel_for(visits.size(), 100, {threads}, [&](std::size_t begin, std::size_t end, std::size_t block) {
            block_start[block] = begin;
            for (std::size_t i = begin; i < end; ++i) {
                ++visits[i];
            }
        });
        EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), 1003);
        for (std::size_t block = 0; block < block_start.size(); ++block) {
            EXPECT_EQ(block_start[block], block * 100);
        }
    }
}

TEST(ParallelFor, RethrowsAfterAllThreadsHaveEnded) {
    for (const int threads : {1, 4}) {
        std::atomic<int> working = 0;
        const auto body = [&](std::size_t begin, std::size_t, std::size_t) {
            ++working;
            const bool fails = begin == 37;
            --working;
            if (fails) {
                throw std::runtime_error("out of memory, say");
            }
        };
        EXPECT_THROW(parallel_for(100, 1, {threads}, body), std::runtime_error);
        EXPECT_EQ(working, 0);
    }
}

TEST(WrittenFile, IsReplacedAtomically) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(::testing::TempDir()) / "limber_written_file";
    fs::remove_all(folder);
    fs::create_directories(folder);
    ASSERT_TRUE(write_file(folder / "a", "old"));
    fs::create_symlink("a", folder / "link");
    ASSERT_TRUE(write_file(folder / "link", "new"));
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(file_bytes(folder / "a").value(), "new");
    ASSERT_TRUE(write_file(folder / "a.part", "somebody else's"));
    {
        FileReplacement half(folder / "a");
        half.stream() << "ne";
    }
    EXPECT_EQ(file_bytes(folder / "a").value(), "new");
    // A stream that fails stands for a full disk.
    FileReplacement failed(folder / "a");
    failed.stream() << "newe";
    failed.stream().setstate(std::ios::badbit);
    EXPECT_FALSE(failed.finish());
    EXPECT_EQ(file_bytes(folder / "a").value(), "new");
    ASSERT_TRUE(write_file(folder / "a", "newer"));
    EXPECT_EQ(file_bytes(folder / "a.part").value(), "somebody else's");
    EXPECT_FALSE(write_file(folder, "a folder is no file"));
    fs::remove_all(folder);
}

class Folder : public ::testing::Test {
protected:
    Folder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() override {
        std::filesystem::remove_all(path);
    }

    std::filesystem::path path =
        std::filesystem::path(::testing::TempDir()) / ("limber_folder_" + std::to_string(getpid()));
};

using WrittenFileInFolder = Folder;

TEST_F(WrittenFileInFolder, DoesNotFollowLinksInASharedFolder) {
    ASSERT_TRUE(write_file(path / "victim", "precious"));
    for (int count = 0; count < 2000; ++count) {
        const std::string guess = "scene.json." + std::to_string(getpid()) + "-" + std::to_string(count) + ".part";
        std::filesystem::create_symlink("victim", path / guess);
    }
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(write_file(path / "scene.json", "new"));
    }
    EXPECT_EQ(file_bytes(path / "victim").value(), "precious");
    EXPECT_FALSE(std::filesystem::is_symlink(path / "scene.json"));
    EXPECT_EQ(file_bytes(path / "scene.json").value(), "new");
}

TEST_F(WrittenFileInFolder, TemporaryNamesAreUnique) {
    std::set<std::filesystem::path> names;
    for (int i = 0; i < 100; ++i) {
        const TemporaryFile temporary(path / "a");
        EXPECT_TRUE(std::filesystem::is_regular_file(temporary.path()));
        names.insert(temporary.path());
    }
    EXPECT_EQ(names.size(), 100u);
    EXPECT_TRUE(std::filesystem::is_empty(path)) << "unused files are removed";
}

using TemporaryFolderInFolder = Folder;

TEST_F(TemporaryFolderInFolder, IsPrivateAndIsRemoved) {
    std::filesystem::path where;
    {
        const auto folder = TemporaryFolder::create(path / "missing" / "a");
        ASSERT_TRUE(folder) << sentence(folder.error());
        where = folder.value().path();
        EXPECT_EQ(where.parent_path(), path / "missing");
        EXPECT_EQ(std::filesystem::status(where).permissions(), std::filesystem::perms::owner_all);
        ASSERT_TRUE(write_file(where / "file", "bytes"));
    }
    EXPECT_FALSE(std::filesystem::exists(where));
}

// Each of the planted names is one that the folder would take.
TEST_F(TemporaryFolderInFolder, NeverEntersAPlantedFolder) {
    const std::filesystem::path others = path / "others";
    std::filesystem::create_directory(others);
    ASSERT_TRUE(write_file(others / "file", "precious"));
    std::filesystem::create_directory(path / "a.folder");
    std::filesystem::create_directory_symlink(others, path / "a.link");
    std::filesystem::create_symlink("nowhere", path / "a.dangling");
    ASSERT_TRUE(write_file(path / "a.file", "precious"));
    const std::vector<std::string> planted = {".folder", ".link", ".dangling", ".file"};
    std::size_t tried = 0;
    {
        const auto folder = TemporaryFolder::create(
            path / "a", [&] { return tried < planted.size() ? planted[tried++] : std::string(".free"); });
        ASSERT_TRUE(folder) << sentence(folder.error());
        EXPECT_EQ(folder.value().path(), path / "a.free");
    }
    EXPECT_EQ(tried, planted.size());
    EXPECT_FALSE(std::filesystem::exists(path / "a.free"));
    EXPECT_TRUE(std::filesystem::is_empty(path / "a.folder"));
    EXPECT_TRUE(std::filesystem::is_symlink(path / "a.link"));
    EXPECT_FALSE(std::filesystem::exists(path / "nowhere"));
    EXPECT_EQ(file_bytes(others / "file").value(), "precious");

    const auto refused = TemporaryFolder::create(path / "a", [] { return ".link"; });
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), ::testing::HasSubstr("no folder can be made there: File exists"));
    EXPECT_EQ(file_bytes(others / "file").value(), "precious");
}

TEST_F(TemporaryFolderInFolder, IsMovedWhereNothingIs) {
    std::filesystem::permissions(path, std::filesystem::perms::all);
    std::filesystem::create_directory(path / "taken");
    ASSERT_TRUE(write_file(path / "taken" / "file", "old"));
    auto created = TemporaryFolder::create(path / "a");
    ASSERT_TRUE(created) << sentence(created.error());
    TemporaryFolder folder = std::move(created).value();
    ASSERT_TRUE(write_file(folder.path() / "file", "new"));
    EXPECT_FALSE(folder.move_to(path / "taken"));
    EXPECT_EQ(file_bytes(path / "taken" / "file").value(), "old");
    EXPECT_TRUE(folder.move_to(path / "b"));
    EXPECT_EQ(file_bytes(path / "b" / "file").value(), "new");
    const auto mode = static_cast<unsigned>(std::filesystem::status(path / "b").permissions());
    EXPECT_EQ(mode, 0755U) << "others may read it, as the folder above it, and not write it";
}

TEST_F(TemporaryFolderInFolder, IsMadeInTheWorkingFolderForABareName) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(path);
    {
        auto created = TemporaryFolder::create("a");
        EXPECT_TRUE(created) << sentence(created.error());
        if (created) {
            EXPECT_TRUE(std::filesystem::equivalent(created.value().path().filename(), path / created.value().path()));
            EXPECT_TRUE(std::move(created).value().move_to("b"));
        }
    }
    std::filesystem::current_path(before);
    ASSERT_TRUE(std::filesystem::is_directory(path / "b"));
    const auto others = std::filesystem::perms::others_read;
    EXPECT_EQ(std::filesystem::status(path / "b").permissions() & others,
              std::filesystem::status(path).permissions() & others)
        << "they may read it who may read the folder above it";
}

TEST_F(WrittenFileInFolder, IsWrittenThroughADanglingLink) {
    std::filesystem::create_directory(path / "elsewhere");
    std::filesystem::create_symlink("elsewhere/a", path / "link");
    std::filesystem::create_symlink(path / "link", path / "link_of_link");
    ASSERT_TRUE(write_file(path / "link_of_link", "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(path / "link_of_link"));
    EXPECT_TRUE(std::filesystem::is_symlink(path / "link"));
    EXPECT_EQ(file_bytes(path / "elsewhere" / "a").value(), "new");
}

TEST_F(WrittenFileInFolder, RejectsACycleOfLinks) {
    std::filesystem::create_symlink("b", path / "a");
    std::filesystem::create_symlink("a", path / "b");
    EXPECT_FALSE(write_file(path / "a", "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(path / "a"));
}

TEST(WrittenFile, KeepsThePermissionsOfTheOldFile) {
    namespace fs = std::filesystem;
    const fs::path path = fs::path(::testing::TempDir()) / "limber_private_file";
    ASSERT_TRUE(write_file(path, "old"));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(write_file(path, "new"));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::remove(path);
}

// The name of the temporary file is longer than that of its target, which may be as long as the file system allows.
TEST_F(WrittenFileInFolder, HasALongName) {
    std::string accented = "x";
    for (int i = 0; i < 124; ++i) {
        accented += "\xc3\xa9"; // two bytes each, so that the middle of one may be cut
    }
    for (const std::string& name : {std::string(249, 'a'), std::string(255, 'b'), accented}) {
        ASSERT_TRUE(write_file(path / name, "long")) << name;
        EXPECT_EQ(file_bytes(path / name).value(), "long");
        std::filesystem::remove(path / name);
        EXPECT_TRUE(std::filesystem::is_empty(path)) << name;
    }
}

TEST(WrittenFile, IsCompleteWithConcurrentWriters) {
    namespace fs = std::filesystem;
    const fs::path path = fs::path(::testing::TempDir()) / "limber_contested_file";
    const auto write_often = [&](char letter) {
        for (int i = 0; i < 20; ++i) {
            EXPECT_TRUE(write_file(path, std::string(100000, letter)));
        }
    };
    std::thread other([&] { write_often('a'); });
    write_often('b');
    other.join();
    const std::string bytes = file_bytes(path).value();
    EXPECT_EQ(bytes, std::string(100000, bytes.front()));
    fs::remove(path);
}

// Nothing writes into the pipe: opening it for reading would block forever.
TEST(FileBytes, RejectPipesDevicesAndFolders) {
    const auto pipe = std::filesystem::temp_directory_path() / ("limber_pipe_" + std::to_string(getpid()));
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const auto link = std::filesystem::path(pipe.string() + "_link");
    std::filesystem::create_symlink(pipe, link);
    for (const std::filesystem::path& path : {pipe, link, std::filesystem::path("/dev/zero")}) {
        const auto bytes = file_bytes(path);
        ASSERT_FALSE(bytes) << path;
        EXPECT_EQ(bytes.error().message,
                  "this is a pipe or a device, which cannot be read as a file; save it in a file first");
        EXPECT_EQ(bytes.error().where, path.string());
        EXPECT_FALSE(regular_file_size(path));
    }
    const auto folder = file_bytes("/");
    EXPECT_EQ(folder.error().message, "this is a folder, name a file inside it");
    EXPECT_EQ(file_bytes(pipe.string() + "_none").error().message, "there is no such file, check the name");
    std::filesystem::remove(link);
    std::filesystem::remove(pipe);
}

TEST(FileBytes, ContainTheWholeFile) {
    const auto path = std::filesystem::temp_directory_path() / ("limber_bytes_" + std::to_string(getpid()));
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100000}}) {
        ASSERT_TRUE(write_file(path, std::string(size, 'x')));
        EXPECT_EQ(file_bytes(path).value(), std::string(size, 'x'));
        EXPECT_EQ(regular_file_size(path), size);
    }
    std::filesystem::remove(path);
}

TEST(Progress, ReportsItsFractionAndCanBeCancelled) {
    Progress progress;
    progress.set_range(0.5, 1.0);
    EXPECT_TRUE(keep_going(&progress, "modes", 0.5));
    EXPECT_DOUBLE_EQ(progress.latest().fraction, 0.75);
    EXPECT_EQ(progress.latest().phase, "modes");
    progress.cancel();
    EXPECT_FALSE(keep_going(&progress, "modes", 0.6));
    EXPECT_TRUE(keep_going(nullptr, "modes", 0.6));
}

// A computation that sets ranges of its whole, as building a character does.
void report_halves(Progress* progress, std::vector<double>& fractions) {
    for (const double begin : {0.0, 0.5}) {
        if (progress) {
            progress->set_range(begin, begin + 0.5);
        }
        for (const double share : {0.0, 1.0}) {
            keep_going(progress, "a half", share);
            fractions.push_back(progress ? progress->latest().fraction : 0.0);
        }
    }
}

TEST(Progress, OfAStepIsAPartOfTheWhole) {
    Progress progress;
    std::vector<double> fractions;
    {
        const PartOfProgress first(&progress, 0.0, 0.25);
        report_halves(&progress, fractions);
    }
    {
        const PartOfProgress second(&progress, 0.25, 0.75);
        report_halves(&progress, fractions);
        const PartOfProgress end_of_second(&progress, 0.5, 1.0);
        report_halves(&progress, fractions);
    }
    EXPECT_THAT(fractions,
                ::testing::ElementsAre(0.0, 0.125, 0.125, 0.25, 0.25, 0.5, 0.5, 0.75, 0.5, 0.625, 0.625, 0.75));
    keep_going(&progress, "the rest", 0.75);
    EXPECT_EQ(progress.latest().fraction, 0.75) << "of the whole again";
    const PartOfProgress of_none(nullptr, 0.0, 0.5);
    report_halves(nullptr, fractions);
}

} // namespace
} // namespace limber
