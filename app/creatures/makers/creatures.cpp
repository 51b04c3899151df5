// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"

#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/sea.h"
#include "app/creatures/makers/walkers.h"

namespace limber::makers {

std::vector<Figure> creatures() {
    std::vector<Figure> figures = sea();
    std::vector<Figure> land = walkers();
    for (Figure& figure : land) {
        figures.push_back(std::move(figure));
    }
    figures.push_back(dragon());
    figures.push_back(drake());
    figures.push_back(pudding());
    figures.push_back(letter());
    figures.push_back(pin());
    figures.push_back(bowling_ball());
    figures.push_back(alien());
    figures.push_back(mattress());
    figures.push_back(hippo());
    figures.push_back(bridge());
    figures.push_back(teddy());
    figures.push_back(gripper());
    figures.push_back(pegasus());
    figures.push_back(ropes());
    figures.push_back(elephant());
    figures.push_back(chicken_wing());
    figures.push_back(flexing_arm());
    figures.push_back(fibre_arm());
    for (Figure& figure : behaving_figures()) {
        figures.push_back(std::move(figure));
    }
    for (Figure& figure : behaving_thin_figures()) {
        figures.push_back(std::move(figure));
    }
    return figures;
}

} // namespace limber::makers
