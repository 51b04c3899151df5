// SPDX-License-Identifier: MIT
#include "app/creatures/makers/sea.h"

#include "app/creatures/makers/gallery.h"

namespace limber::makers {

namespace {

// A character of the gallery in the resolution of the sea creatures, with another size and other colours.
Figure variant_of(Figure figure, const std::string& name, const std::string& title, Index vertices, double edge_length,
                  double size, const std::vector<std::string>& palette) {
    figure.name = name;
    figure.title = title;
    figure.vertices = vertices;
    figure.edge_length = edge_length;
    figure.size = size;
    figure.palette = palette;
    figure.modes = 20;
    figure.clusters = 100;
    return figure;
}

Figure clownfish() {
    return variant_of(fish(), "clownfish", "Coral the clownfish", 12000, 0.0311, 0.5,
                      {"#f2622b", "#fffaf2", "#f78f3f", "#fbf7ee", "#22252e"});
}

Figure kraken() {
    return variant_of(octopus(), "kraken", "Kai the little kraken", 13000, 0.0406, 1.1,
                      {"#d9566b", "#fbd0c4", "#a93a58", "#fdfbff", "#2b1a22", "#f7a08c"});
}

} // namespace

std::vector<Figure> sea() {
    return {whale(), dolphin(),  shark(), ray(),    turtle(), jellyfish(), seahorse(), eel(),
            squid(), starfish(), crab(),  puffer(), angler(), clownfish(), kraken()};
}

} // namespace limber::makers
