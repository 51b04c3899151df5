#include "assets/characters/gallery.h"
#include "assets/characters/manifest.h"
#include "assets/characters/writing.h"

#include <algorithm>
#include <cstdio>

/// limber_characters FOLDER [NAME ...]: makes the characters anew, all of them or those that are named, and the
/// manifest.
namespace {

using namespace limber;
using namespace limber::assets;

bool is_wanted(const Figure& figure, int count, char** words) {
    return count <= 2 || std::any_of(words + 2, words + count, [&](const char* word) { return figure.name == word; });
}

int failed(const Error& error) {
    std::fprintf(stderr, "limber_characters: %s\n", sentence(error).c_str());
    return 1;
}

} // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: limber_characters FOLDER [NAME ...]\n");
        return 2;
    }
    for (const auto& figure : gallery()) {
        if (!is_wanted(figure, count, words)) {
            continue;
        }
        const auto character = built(figure);
        if (!character) {
            return failed(character.error());
        }
        if (const auto written = write(character.value(), words[1]); !written) {
            return failed(written.error());
        }
        std::printf("%s: %td vertices, %td tets\n", figure.name.c_str(), character.value().mesh.vertex_count(),
                    character.value().mesh.tet_count());
    }
    const auto done = write_manifest(gallery(), words[1]);
    return done ? 0 : failed(done.error());
}
