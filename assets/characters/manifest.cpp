#include "assets/characters/manifest.h"

#include "engine/core/hash.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace limber::assets {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const char* shelf : {"clips", "gaits", "meshes", "rigs", "scenes"}) {
        if (!fs::exists(folder / shelf)) {
            continue;
        }
        for (const auto& entry : fs::directory_iterator(folder / shelf)) {
            files.push_back(fs::path(shelf) / entry.path().filename());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string content_hash(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    return hex(Hasher().add(std::string_view(bytes)).digest());
}

// fish_swim belongs to the fish, and octopus_ashore not to the octopus.
const Figure* owner_of(const std::string& stem, const std::vector<Figure>& figures) {
    const Figure* owner = nullptr;
    for (const auto& figure : figures) {
        const bool is_owner = stem == figure.name || stem.starts_with(figure.name + "_");
        if (is_owner && (!owner || owner->name.size() < figure.name.size())) {
            owner = &figure;
        }
    }
    return owner;
}

std::string about(const fs::path& path, const std::vector<Figure>& figures) {
    const Figure* owner = owner_of(path.stem().string(), figures);
    const bool by_hand = owner && path.parent_path() == "scenes" && path.stem() != owner->name;
    const std::string maker = path.parent_path() == "gaits" ? "limber gait" : by_hand ? "hand" : "limber_characters";
    return owner ? owner->title + ", " + owner->about + "; made by " + maker : "unknown";
}

} // namespace

Result<Done> write_manifest(const std::vector<Figure>& figures, const fs::path& folder) {
    std::ofstream stream(folder / "MANIFEST", std::ios::binary);
    for (const auto& path : files_below(folder)) {
        stream << path.generic_string() << '\t' << content_hash(folder / path) << "\tMIT\t" << about(path, figures)
               << '\n';
    }
    if (!stream.flush()) {
        return Error{ErrorKind::bad_input, "the manifest cannot be written", (folder / "MANIFEST").string()};
    }
    return Done{};
}

} // namespace limber::assets
