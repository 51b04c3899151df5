// SPDX-License-Identifier: MIT
#include "app/creatures/makers/walkers.h"

#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/sea.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace {

// A view from the side, far enough away for a walk of some metres.
Figure seen_from_the_side(Figure figure) {
    figure.view = {Vec3(4.6, 2.2, 5.0) / figure.size, Vec3(0, 0.2, 1.4) / figure.size, 34.0};
    return figure;
}

} // namespace

Figure octopus_ashore() {
    Figure figure = octopus();
    figure.name = "octopus_ashore";
    figure.title = "Otto the octopus ashore";
    figure.about = "an octopus that walks on its arms";
    figure.vertices = 9000;
    figure.size = 0.62;
    figure.palette = {"#3f9fb8", "#f5d3c4", "#2b7d9b", "#fdfbff", "#1d2733", "#e58f9c"};
    figure.view = {{2.0, 1.5, 3.5}, {0, 0.20, 0}, 34.0};
    figure = as_free_body(std::move(figure));
    figure.modes = 10; // few enough that each arm can still move alone
    figure.clusters = 20;
    figure.walk->muscles = 0;
    for (const char* arm : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
        figure.walk->limbs.push_back(std::string("Arm ") + arm);
    }
    return figure;
}

Figure starfish_ashore() {
    Figure figure = starfish();
    figure.name = "starfish_ashore";
    figure.title = "Stan the starfish ashore";
    figure.about = "a starfish that walks on the beach";
    figure.vertices = 7000;
    figure.edge_length = 0.0;
    figure.size = 0.62;
    figure.palette = {"#e9a23b", "#f9e0a4", "#f7d9b5", "#ffffff", "#2c1d20", "#e0603f"};
    return turned_to_face_z(as_free_body(std::move(figure)));
}

std::vector<Figure> walkers() {
    std::vector<Figure> figures = {arch(),      couch(), creepy_tree(),    bat(),
                                   tree_frog(), gecko(), octopus_ashore(), starfish_ashore()};
    for (Figure& figure : figures) {
        figure = seen_from_the_side(std::move(figure));
    }
    return figures;
}

} // namespace limber::makers
