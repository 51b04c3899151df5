// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/manifest.h"
#include "app/creatures/makers/writing.h"

#include <algorithm>
#include <cstdio>

/// limber_characters FOLDER [NAME ...]: makes the characters of the gallery, or the named characters and creatures, and
/// the manifest.
namespace {

using namespace limber;
using namespace limber::makers;

std::vector<Figure> all_figures() {
    auto figures = gallery();
    const auto others = creatures();
    figures.insert(figures.end(), others.begin(), others.end());
    return figures;
}

std::vector<Figure> selected_figures(int count, char** words) {
    if (count <= 2) {
        return gallery();
    }
    auto figures = all_figures();
    std::erase_if(figures, [&](const Figure& figure) {
        return std::none_of(words + 2, words + count, [&](const char* word) { return figure.name == word; });
    });
    return figures;
}

int report_failure(const Error& error) {
    std::fprintf(stderr, "limber_characters: %s\n", sentence(error).c_str());
    return 1;
}

} // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: limber_characters FOLDER [NAME ...]\n");
        return 2;
    }
    for (const auto& figure : selected_figures(count, words)) {
        const auto character = build(figure);
        if (!character) {
            return report_failure(character.error());
        }
        if (const auto written = write(character.value(), words[1]); !written) {
            return report_failure(written.error());
        }
        std::printf("%s: %td vertices, %td tets\n", figure.name.c_str(), character.value().mesh.vertex_count(),
                    character.value().mesh.tet_count());
    }
    const auto done = write_manifest(all_figures(), words[1]);
    return done ? 0 : report_failure(done.error());
}
