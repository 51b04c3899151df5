// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/creatures/manifest_lines.h"

#include "app/creatures/makers/manifest.h"
#include "app/creatures/makers/writing.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/temporary_file.h"

#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;
using makers::Figure;

Path scene_of(const Path& folder, const Figure& figure) {
    return folder / "scenes" / (figure.name + ".json");
}

// Whether every file of the manifest exists with its hash, and the scene is among them.
bool is_complete(const Path& folder, const Figure& figure) {
    const auto manifest = file_bytes(folder / "MANIFEST");
    if (!manifest) {
        return false;
    }
    const auto lines = manifest_lines(manifest.value());
    bool has_scene = false;
    for (const ManifestLine& line : lines.value_or(std::vector<ManifestLine>{})) {
        const auto bytes = file_bytes(folder / line.path);
        if (!bytes || hex(Hasher().add(std::string_view(bytes.value())).digest()) != line.hash) {
            return false;
        }
        has_scene = has_scene || folder / line.path == scene_of(folder, figure);
    }
    return has_scene;
}

// Another program may still read the damaged creature.
void replace_damaged(const Path& place, TemporaryFolder& made) {
    if (const auto before = TemporaryFolder::create(place)) {
        std::error_code trouble;
        std::filesystem::rename(place, before.value().path() / place.filename(), trouble);
        made.move_to(place);
    }
}

Result<Done> write_creature(const Figure& figure, const Path& folder, Progress* progress) {
    const auto character = makers::build(figure, progress);
    if (!character) {
        return character.error();
    }
    if (const auto written = makers::write(character.value(), folder); !written) {
        return written.error();
    }
    return makers::write_manifest({figure}, folder);
}

// Whether the name is that of an edition: 16 hexadecimal digits.
bool is_edition_name(const Path& path) {
    const std::string name = path.filename().string();
    return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

void remove_other_editions(const Path& edition) {
    std::error_code trouble;
    if (std::filesystem::exists(edition, trouble)) {
        return;
    }
    std::vector<Path> others;
    for (std::filesystem::directory_iterator entry(edition.parent_path(), trouble), end; !trouble && entry != end;
         entry.increment(trouble)) {
        if (entry->is_directory(trouble) && is_edition_name(entry->path())) {
            others.push_back(entry->path());
        }
    }
    for (const Path& other : others) {
        std::filesystem::remove_all(other, trouble);
    }
}

Result<Path> cached_scene(const Figure& figure, const Path& cache, Progress* progress) {
    const Path place = cache / figure.name;
    if (is_complete(place, figure)) {
        return scene_of(place, figure);
    }
    auto folder = TemporaryFolder::create(place);
    if (!folder) {
        return Error{ErrorKind::bad_input, "creatures cannot be kept there: " + folder.error().message, cache.string()};
    }
    TemporaryFolder made = std::move(folder).value();
    if (const auto done = write_creature(figure, made.path(), progress); !done) {
        return done.error();
    }
    // Another program may have made it in the meantime, and may read it.
    if (!made.move_to(place) && !is_complete(place, figure)) {
        replace_damaged(place, made);
    }
    return is_complete(place, figure) ? Result<Path>(scene_of(place, figure))
                                      : Error{ErrorKind::bad_input, "a creature could not be kept", place.string()};
}

} // namespace limber::app
