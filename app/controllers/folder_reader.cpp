// SPDX-License-Identifier: MIT
#include "app/controllers/folder_reader.h"

#include <utility>

namespace limber::app {

namespace fs = std::filesystem;

void FolderReader::list(const fs::path& folder, const std::string& filter, const FileKind& kind) {
    folders_.replace([=](Progress&) -> Result<Folder> {
        std::error_code ignored;
        const fs::path whole = fs::weakly_canonical(folder.empty() ? fs::current_path(ignored) : folder, ignored);
        auto entries = entries_of(whole, filter, kind);
        if (!entries) {
            return entries.error();
        }
        return Folder{whole, std::move(entries).value()};
    });
}

void FolderReader::look_at(const fs::path& path, const fs::path& file) {
    paths_.replace([=](Progress&) -> Result<TypedPath> {
        std::error_code ignored;
        return TypedPath{path, fs::is_directory(path, ignored), file, fs::exists(file, ignored)};
    });
}

} // namespace limber::app
