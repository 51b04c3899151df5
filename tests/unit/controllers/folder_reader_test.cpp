// SPDX-License-Identifier: MIT
#include "app/controllers/folder_reader.h"
#include "tests/support/eventually.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace limber::app {
namespace {

using testing::eventually;
using testing::ScratchFolder;
using testing::write_bytes;

std::optional<Result<Folder>> read_folder(FolderReader& reader) {
    std::optional<Result<Folder>> folder;
    EXPECT_TRUE(eventually([&] {
        folder = reader.poll_folder();
        return folder.has_value();
    }));
    return folder;
}

std::optional<Result<TypedPath>> read_path(FolderReader& reader) {
    std::optional<Result<TypedPath>> path;
    EXPECT_TRUE(eventually([&] {
        path = reader.poll_path();
        return path.has_value();
    }));
    return path;
}

TEST(FolderReader, ListsTheNewestFolderThatWasAskedFor) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "inner");
    write_bytes(folder / "bar.mesh", "");
    write_bytes(folder / "inner" / "fish.mesh", "");
    FolderReader reader;
    reader.list(folder.path(), "", can_be_opened);
    reader.list(folder / "inner", "FISH", can_be_opened);
    std::optional<Result<Folder>> read = read_folder(reader);
    while (read && *read && read->value().path.filename() != "inner") {
        read = read_folder(reader); // the first was read before the second was asked for
    }
    ASSERT_TRUE(read && *read);
    ASSERT_EQ(read->value().entries.size(), 1u);
    EXPECT_EQ(read->value().entries[0].path.filename(), "fish.mesh");
}

TEST(FolderReader, NamesAFolderThatCannotBeRead) {
    const ScratchFolder folder;
    FolderReader reader;
    reader.list(folder / "nowhere", "", can_be_opened);
    const auto read = read_folder(reader);
    ASSERT_TRUE(read);
    EXPECT_FALSE(*read);
}

TEST(FolderReader, TellsFoldersFromFiles) {
    const ScratchFolder folder;
    write_bytes(folder / "scene.json", "");
    FolderReader reader;
    reader.look_at(folder.path(), folder / "scene.json");
    auto typed = read_path(reader);
    ASSERT_TRUE(typed && *typed);
    EXPECT_TRUE(typed->value().is_folder);
    EXPECT_TRUE(typed->value().is_there);
    reader.look_at(folder / "scene", folder / "other.json");
    typed = read_path(reader);
    ASSERT_TRUE(typed && *typed);
    EXPECT_FALSE(typed->value().is_folder);
    EXPECT_FALSE(typed->value().is_there);
}

} // namespace
} // namespace limber::app
