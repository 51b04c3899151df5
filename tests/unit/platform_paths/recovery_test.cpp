// SPDX-License-Identifier: MIT
#include "app/platform_paths/recovery.h"
#include "engine/core/file_bytes.h"
#include "tests/support/eventually.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

using limber::testing::eventually;
using limber::testing::ScratchFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

UnsavedDocument document_with(std::string bytes) {
    return {"/home/me/puppy.json", "Puppy", std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000)),
            std::move(bytes)};
}

RecoveryFile created_in(const fs::path& folder) {
    auto file = RecoveryFile::create(folder);
    if (!file) {
        throw std::runtime_error(sentence(file.error()));
    }
    return std::move(file).value();
}

// The recovery file that a process leaves when it ends with unsaved changes.
fs::path left_behind(const fs::path& folder, const UnsavedDocument& document) {
    RecoveryFile file = created_in(folder);
    EXPECT_TRUE(file.write(document));
    return file.path();
}

std::vector<std::string> bytes_offered(const fs::path& folder) {
    std::vector<std::string> bytes;
    for (const auto& offered : recoverable_documents(folder).documents) {
        bytes.push_back(offered.document.bytes);
    }
    return bytes;
}

std::size_t count_files(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A second process, which runs a function and then waits to be killed.
class Process {
public:
    /// Returns when the function has ended, or at once when `waits` is false.
    explicit Process(const std::function<void()>& function, bool waits = true) {
        std::array<int, 2> ends{};
        EXPECT_EQ(::pipe(ends.data()), 0);
        id_ = ::fork();
        if (id_ == 0) {
            ::alarm(60); // ends with a parent that crashes
            ::close(ends[0]);
            if (!waits) {
                static_cast<void>(::write(ends[1], "1", 1));
            }
            function();
            if (waits) {
                static_cast<void>(::write(ends[1], "1", 1));
            }
            for (;;) {
                ::pause();
            }
        }
        ::close(ends[1]);
        char byte = 0;
        EXPECT_EQ(::read(ends[0], &byte, 1), 1);
        ::close(ends[0]);
    }
    ~Process() {
        kill();
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// kill -9; returns when the process has ended.
    void kill() {
        if (id_ > 0) {
            ::kill(id_, SIGKILL);
            ::waitpid(id_, nullptr, 0);
            id_ = -1;
        }
    }

private:
    pid_t id_ = -1;
};

TEST(Recovery, OffersWhatAProcessLeftBehind) {
    const ScratchFolder folder;
    UnsavedDocument document = document_with(std::string("{\"a\": 1}\n\0\xff", 11));
    document.path = fs::path("/home/me/\xff\xfe name.json"); // not UTF-8
    document.title = "Puppy \xc3\xa9\xff\n";
    const fs::path file = left_behind(folder.path(), document);
    const auto offered = recoverable_documents(folder.path());
    EXPECT_THAT(offered.notes, IsEmpty());
    ASSERT_THAT(offered.documents, SizeIs(1));
    EXPECT_EQ(offered.documents[0].file, file);
    EXPECT_EQ(offered.documents[0].document, document);
    remove_recoverable_document(offered.documents[0]);
    EXPECT_THAT(bytes_offered(folder.path()), IsEmpty());
    EXPECT_EQ(count_files(folder.path()), 0u);
    remove_recoverable_document(offered.documents[0]); // it is gone already
}

TEST(Recovery, KeepsEmptyDocumentsWithoutAPath) {
    const ScratchFolder folder;
    left_behind(folder.path(), {});
    ASSERT_THAT(recoverable_documents(folder.path()).documents, SizeIs(1));
    EXPECT_EQ(recoverable_documents(folder.path()).documents[0].document, UnsavedDocument());
}

TEST(Recovery, HasNoFileBeforeTheFirstWriteAndAfterDiscarding) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    EXPECT_EQ(count_files(folder.path()), 0u);
    file.discard();
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(file.write(document_with("a")));
        ASSERT_TRUE(file.write(document_with("b")));
        EXPECT_EQ(count_files(folder.path()), 1u);
        file.discard();
        EXPECT_EQ(count_files(folder.path()), 0u);
    }
}

TEST(Recovery, NeitherOffersNorRemovesTheFileOfAnOpenWindow) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(file.write(document_with(std::to_string(round))));
        EXPECT_THAT(bytes_offered(folder.path()), IsEmpty());
        remove_recoverable_document({file.path(), {}});
        EXPECT_TRUE(fs::exists(file.path()));
    }
    {
        const RecoveryFile moved = std::move(file);
        EXPECT_THAT(bytes_offered(folder.path()), IsEmpty());
    }
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("19"));
}

TEST(Recovery, LeavesTheFileThatIsReplacedByAnother) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    ASSERT_TRUE(file.write(document_with("first")));
    RecoveryFile other = created_in(folder.path());
    ASSERT_TRUE(other.write(document_with("second")));
    file = std::move(other);
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("first"));
    ASSERT_TRUE(file.write(document_with("third")));
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("first"));
}

TEST(Recovery, OffersTheFileOfAnotherProcessAfterThatIsKilled) {
    const ScratchFolder folder;
    Process process([&folder] {
        static RecoveryFile file = created_in(folder.path());
        static_cast<void>(file.write(document_with("early")));
        static_cast<void>(file.write(document_with("late")));
    });
    EXPECT_EQ(count_files(folder.path()), 1u);
    EXPECT_THAT(bytes_offered(folder.path()), IsEmpty());
    EXPECT_THAT(recoverable_documents(folder.path()).notes, IsEmpty());
    RecoveryFile mine = created_in(folder.path());
    ASSERT_TRUE(mine.write(document_with("mine")));
    process.kill();
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("late"));
    remove_recoverable_document(recoverable_documents(folder.path()).documents.at(0));
    EXPECT_TRUE(fs::exists(mine.path()));
    EXPECT_EQ(count_files(folder.path()), 1u);
}

TEST(Recovery, OffersAWholeDocumentOfAProcessThatIsKilledWhileItWrites) {
    const std::string a(1 << 20, 'a');
    const std::string b(1 << 20, 'b');
    for (int round = 0; round < 10; ++round) {
        const ScratchFolder folder;
        Process process(
            [&] {
                RecoveryFile file = created_in(folder.path());
                for (;;) {
                    static_cast<void>(file.write(document_with(a)));
                    static_cast<void>(file.write(document_with(b)));
                }
            },
            false);
        std::this_thread::sleep_for(std::chrono::milliseconds(7 * round));
        process.kill();
        const auto offered = recoverable_documents(folder.path());
        EXPECT_THAT(offered.notes, IsEmpty());
        EXPECT_LE(offered.documents.size(), 1u);
        for (const auto& found : offered.documents) {
            EXPECT_TRUE(found.document.bytes == a || found.document.bytes == b);
        }
    }
}

TEST(Recovery, OffersNothingWhileAnotherProcessWritesAndDiscards) {
    const ScratchFolder folder;
    const Process process(
        [&folder] {
            RecoveryFile file = created_in(folder.path());
            for (int round = 1;; ++round) {
                static_cast<void>(file.write(document_with("document")));
                if (round % 5 == 0) {
                    file.discard();
                }
            }
        },
        false);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
    while (std::chrono::steady_clock::now() < end) {
        const auto offered = recoverable_documents(folder.path());
        EXPECT_THAT(offered.documents, IsEmpty());
        EXPECT_THAT(offered.notes, IsEmpty());
        static_cast<void>(created_in(folder.path())); // which removes old files
    }
}

TEST(Recovery, LetsManyProcessesCreateFilesAtOnce) {
    constexpr int count = 8;
    const ScratchFolder folder;
    {
        std::vector<std::unique_ptr<Process>> processes;
        for (int i = 0; i < count; ++i) {
            processes.push_back(std::make_unique<Process>(
                [&folder, i] {
                    static RecoveryFile file = created_in(folder / "not/yet");
                    static_cast<void>(file.write(document_with(std::to_string(i))));
                },
                false));
        }
        const auto files = [&folder] {
            std::error_code not_yet;
            std::size_t complete = 0;
            for (fs::directory_iterator at(folder / "not/yet", not_yet), last; !not_yet && at != last; ++at) {
                complete += at->path().extension() == ".recovery" ? 1u : 0u;
            }
            return complete;
        };
        EXPECT_TRUE(eventually([&] { return files() == count; }));
        EXPECT_THAT(bytes_offered(folder / "not/yet"), IsEmpty());
    }
    const auto offered = bytes_offered(folder / "not/yet");
    EXPECT_THAT(std::set<std::string>(offered.begin(), offered.end()), SizeIs(count));
}

TEST(Recovery, OffersNoFileThatIsCutShortOrChanged) {
    const ScratchFolder folder;
    const fs::path file = left_behind(folder.path(), document_with("{\"scene\": 1}"));
    const std::string whole = file_bytes(file).value();
    const auto expect_damaged = [&](const std::string& bytes) {
        ASSERT_TRUE(write_file(file, bytes));
        const auto offered = recoverable_documents(folder.path());
        EXPECT_THAT(offered.documents, IsEmpty());
        EXPECT_THAT(offered.notes, ElementsAre(AllOf(HasSubstr(file.string()), HasSubstr("damaged"))));
    };
    for (std::size_t size = 0; size < whole.size(); ++size) {
        expect_damaged(whole.substr(0, size));
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        expect_damaged(changed);
    }
    expect_damaged(whole + "x");
    ASSERT_TRUE(write_file(file, whole));
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("{\"scene\": 1}"));
}

TEST(Recovery, NeverOffersTemporaryFilesAndRemovesOldOnes) {
    const ScratchFolder folder;
    const fs::path file = left_behind(folder.path(), document_with("whole"));
    const std::string bytes = file_bytes(file).value();
    const fs::path young = folder / "unsaved.1.recovery.2.part";
    const fs::path old = folder / "unsaved.3.recovery.4.part";
    const fs::path foreign = folder / "download.part";
    for (const fs::path& part : {young, old, foreign}) {
        ASSERT_TRUE(write_file(part, bytes));
    }
    for (const fs::path& part : {old, foreign}) {
        fs::last_write_time(part, fs::file_time_type::clock::now() - std::chrono::hours(2));
    }
    EXPECT_THAT(recoverable_documents(folder.path()).documents, SizeIs(1));
    EXPECT_THAT(recoverable_documents(folder.path()).notes, IsEmpty());
    static_cast<void>(created_in(folder.path()));
    EXPECT_TRUE(fs::exists(young));
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(foreign));
}

TEST(Recovery, ReportsAFullDiskAndKeepsThePreviousDocument) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    ASSERT_TRUE(file.write(document_with("before")));
    // Writing beyond the limit fails, as on a full disk.
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before = {};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small = {4096, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto written = file.write(document_with(std::string(1 << 20, 'x')));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(written);
    EXPECT_THAT(sentence(written.error()), AllOf(HasSubstr(folder.path().string()), HasSubstr("unsaved work"),
                                                 HasSubstr("room"), HasSubstr("LIMBER_RECOVERY")));
    EXPECT_EQ(count_files(folder.path()), 1u);
    EXPECT_THAT(bytes_offered(folder.path()), IsEmpty());
    static_cast<void>(RecoveryFile(std::move(file)));
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("before"));
}

TEST(Recovery, ReportsAFolderThatCannotBeMade) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_file(folder / "file", "bytes"));
    for (const fs::path& no_folder : {folder / "file", folder / "file/below", fs::path("/dev/full")}) {
        const auto created = RecoveryFile::create(no_folder);
        ASSERT_FALSE(created) << no_folder;
        EXPECT_THAT(sentence(created.error()), AllOf(HasSubstr(no_folder.string()), HasSubstr("cannot be written")));
        EXPECT_THAT(recoverable_documents(no_folder).documents, IsEmpty());
    }
    EXPECT_THAT(recoverable_documents(folder / "nothing").documents, IsEmpty());
    EXPECT_FALSE(fs::exists(folder / "nothing"));
}

TEST(Recovery, MakesTheFolderAgainWhenItWasRemoved) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder / "state");
    ASSERT_TRUE(file.write(document_with("early")));
    fs::remove_all(folder / "state");
    ASSERT_TRUE(file.write(document_with("late")));
    EXPECT_EQ(count_files(folder / "state"), 1u);
}

TEST(Recovery, ReadsNothingThroughLinksPipesAndDevices) {
    const ScratchFolder folder;
    const ScratchFolder elsewhere;
    const fs::path whole = left_behind(elsewhere.path(), document_with("elsewhere"));
    fs::create_symlink(whole, folder / "unsaved.link.recovery");
    fs::create_symlink(folder / "nothing", folder / "unsaved.dangling.recovery");
    fs::create_symlink("/dev/zero", folder / "unsaved.device.recovery");
    fs::create_directory(folder / "unsaved.folder.recovery");
    ASSERT_EQ(::mkfifo((folder / "unsaved.pipe.recovery").c_str(), 0600), 0);
    const fs::path mine = left_behind(folder.path(), document_with("mine"));
    const auto offered = recoverable_documents(folder.path());
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("mine"));
    EXPECT_THAT(offered.notes, SizeIs(5));
    EXPECT_THAT(offered.notes, ::testing::Each(HasSubstr("no regular file")));
    static_cast<void>(created_in(folder.path()));
    remove_recoverable_document({folder / "unsaved.link.recovery", {}});
    EXPECT_EQ(count_files(folder.path()), 6u);
    EXPECT_TRUE(fs::exists(whole));
}

TEST(Recovery, ReadsOnlyItsOwnFiles) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_file(folder / "notes.recovery", "mine"));
    ASSERT_TRUE(write_file(folder / "\xff\xfe.txt", "mine"));
    left_behind(folder.path(), document_with("document"));
    EXPECT_THAT(bytes_offered(folder.path()), ElementsAre("document"));
    EXPECT_THAT(recoverable_documents(folder.path()).notes, IsEmpty());
}

TEST(Recovery, KeepsTheNewestFiles) {
    const ScratchFolder folder;
    const RecoveryFile open = [&folder] {
        RecoveryFile file = created_in(folder.path());
        EXPECT_TRUE(file.write(document_with("open")));
        fs::last_write_time(file.path(), fs::file_time_type::clock::now() - std::chrono::hours(1000));
        return file;
    }();
    const auto start = fs::file_time_type::clock::now() - std::chrono::hours(500);
    for (int i = 0; i < 200; ++i) {
        const fs::path file = left_behind(folder.path(), document_with(std::to_string(i)));
        fs::last_write_time(file, start + std::chrono::hours(i));
        EXPECT_LE(count_files(folder.path()), recovery_files_max + 2); // with the open one, and the one just left
    }
    const auto offered = bytes_offered(folder.path());
    ASSERT_THAT(offered, SizeIs(recovery_files_max));
    for (std::size_t i = 0; i < offered.size(); ++i) {
        EXPECT_EQ(offered[i], std::to_string(199 - i));
    }
    EXPECT_TRUE(fs::exists(open.path()));
}

TEST(Recovery, ReportsAtMostAsManyFilesAsItOffers) {
    const ScratchFolder folder;
    for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(write_file(folder / ("unsaved." + std::to_string(i) + ".recovery"), "damaged"));
    }
    EXPECT_THAT(recoverable_documents(folder.path()).notes, SizeIs(recovery_files_max));
    static_cast<void>(created_in(folder.path()));
    EXPECT_EQ(count_files(folder.path()), recovery_files_max);
}

TEST(Recovery, RefusesDocumentsAndFilesThatAreTooLarge) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    UnsavedDocument largest;
    largest.bytes.resize(recovery_bytes_max, 'x');
    ASSERT_TRUE(file.write(largest));
    UnsavedDocument larger = largest;
    larger.title = "x";
    const auto written = file.write(larger);
    ASSERT_FALSE(written);
    EXPECT_THAT(sentence(written.error()), HasSubstr("larger than 32 MiB"));
    static_cast<void>(RecoveryFile(std::move(file)));
    ASSERT_THAT(recoverable_documents(folder.path()).documents, SizeIs(1));
    EXPECT_TRUE(recoverable_documents(folder.path()).documents[0].document == largest);

    ASSERT_TRUE(write_file(folder / "unsaved.huge.recovery", "LIMBERRECOVERY"));
    fs::resize_file(folder / "unsaved.huge.recovery", std::uintmax_t(1) << 40);
    EXPECT_THAT(recoverable_documents(folder.path()).notes, SizeIs(1));
}

TEST(Recovery, IsForTheUserAlone) {
    const ScratchFolder folder;
    const fs::path below = folder / "state/recovery";
    const mode_t mask = ::umask(0);
    RecoveryFile file = created_in(below);
    static_cast<void>(file.write(document_with("early")));
    const auto early = fs::status(file.path()).permissions();
    static_cast<void>(file.write(document_with("late")));
    ::umask(mask);
    const auto late = fs::status(file.path()).permissions();
    EXPECT_EQ(early, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(late, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(fs::status(below).permissions(), fs::perms::owner_all);
}

TEST(Recovery, ChoosesAnotherNameEachTime) {
    const ScratchFolder folder;
    std::set<fs::path> names;
    for (int i = 0; i < 100; ++i) {
        names.insert(created_in(folder.path()).path());
    }
    EXPECT_THAT(names, SizeIs(100));
}

// Between opening and locking, the process that owns the file may replace it and release the lock of the old one.
TEST(LockedFiles, KnowWhenTheyWereReplaced) {
    const ScratchFolder folder;
    RecoveryFile file = created_in(folder.path());
    ASSERT_TRUE(file.write(document_with("early")));
    const auto early = LockedFile::open(file.path(), LockKind::shared);
    ASSERT_TRUE(early);
    EXPECT_FALSE(early->lock());
    EXPECT_TRUE(early->is_at(file.path()));
    ASSERT_TRUE(file.write(document_with("late")));
    EXPECT_TRUE(early->lock());
    EXPECT_FALSE(early->is_at(file.path()));
    file.discard();
    EXPECT_FALSE(early->is_at(file.path()));
}

TEST(LockedFiles, ShareSharedLocksOnly) {
    const ScratchFolder folder;
    const fs::path path = left_behind(folder.path(), document_with("document"));
    auto first = LockedFile::open(path, LockKind::shared);
    const auto second = LockedFile::open(path, LockKind::shared);
    auto third = LockedFile::open(path, LockKind::exclusive);
    ASSERT_TRUE(first && second && third);
    EXPECT_TRUE(first->lock());
    EXPECT_TRUE(second->lock());
    EXPECT_FALSE(third->lock());
    first.reset();
    EXPECT_FALSE(third->lock());
    first = LockedFile::open(folder / "nothing", LockKind::shared);
    EXPECT_FALSE(first);
}

TEST(RecoveryFolder, IsNamedByTheEnvironment) {
    limber::testing::ScopedEnvironment environment;
    EXPECT_EQ(recovery_folder(), std::nullopt); // as in every test
    environment.set("LIMBER_RECOVERY", "/somewhere/else");
    EXPECT_EQ(recovery_folder(), fs::path("/somewhere/else")); // also with LIMBER_CACHE=off
    environment.set("LIMBER_RECOVERY", nullptr);
    EXPECT_EQ(recovery_folder(), std::nullopt);
    environment.set("LIMBER_RECOVERY", "");
    EXPECT_EQ(recovery_folder(), std::nullopt);
#ifdef __linux__
    environment.set("LIMBER_CACHE", "/caches");
    environment.set("XDG_STATE_HOME", "/states");
    EXPECT_EQ(recovery_folder(), fs::path("/states/limber/recovery"));
    environment.set("LIMBER_RECOVERY", "off");
    EXPECT_EQ(recovery_folder(), std::nullopt);
    environment.set("LIMBER_RECOVERY", nullptr);
    environment.set("XDG_STATE_HOME", "relative");
    environment.set("HOME", "/home/me");
    EXPECT_EQ(recovery_folder(), fs::path("/home/me/.local/state/limber/recovery"));
    environment.set("XDG_STATE_HOME", nullptr);
    environment.set("HOME", nullptr);
    EXPECT_EQ(recovery_folder(), std::nullopt);
#endif
}

} // namespace
} // namespace limber::app
