// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"

#include "app/creatures/makers/stance.h"

namespace limber::makers {

Figure behaving_figure(const std::string& name, const std::string& title, const std::string& about,
                       const std::vector<std::string>& palette) {
    Figure figure = walker(name, title, about, palette);
    figure.vertices = 2500;
    figure.young = 3e5;
    figure.modes = 10;
    figure.clusters = 40;
    figure.walk->muscles = 0;
    figure.view = {{2.6, 1.5, 3.8}, {0, 0.45, 0.4}, 34.0};
    return figure;
}

std::vector<Figure> behaving_figures() {
    std::vector<Figure> figures = {table(),  rolling_ball(), cheese(),        cross(),
                                   castle(), cup(),          swaying_crust(), twisting_crust()};
    for (Figure& letter : letters()) {
        figures.push_back(std::move(letter));
    }
    return figures;
}

std::vector<Figure> behaving_thin_figures() {
    std::vector<Figure> figures = {ace(), bowing_ace(), castle_of_rods()};
    for (Figure& flat : flat_figures()) {
        figures.push_back(std::move(flat));
    }
    return figures;
}

} // namespace limber::makers
