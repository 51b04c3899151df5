#include "assets/characters/creatures.h"
#include "assets/characters/gallery.h"
#include "assets/characters/manifest.h"
#include "assets/characters/writing.h"

#include <algorithm>
#include <cstdio>

/// limber_characters FOLDER [NAME ...]: makes the characters of the gallery anew, or those that are named, creatures
/// among them, and the manifest.
namespace {

using namespace limber;
using namespace limber::assets;

std::vector<Figure> everybody() {
    auto figures = gallery();
    const auto others = creatures();
    figures.insert(figures.end(), others.begin(), others.end());
    return figures;
}

std::vector<Figure> wanted(int count, char** words) {
    if (count <= 2) {
        return gallery();
    }
    auto figures = everybody();
    std::erase_if(figures, [&](const Figure& figure) {
        return std::none_of(words + 2, words + count, [&](const char* word) { return figure.name == word; });
    });
    return figures;
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
    for (const auto& figure : wanted(count, words)) {
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
    const auto done = write_manifest(everybody(), words[1]);
    return done ? 0 : failed(done.error());
}
