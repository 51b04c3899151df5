#include "assets/characters/creatures.h"

#include "assets/characters/sea.h"
#include "assets/characters/walkers.h"

namespace limber::assets {

std::vector<Figure> creatures() {
    std::vector<Figure> figures = sea();
    std::vector<Figure> land = walkers();
    for (Figure& figure : land) {
        figures.push_back(std::move(figure));
    }
    figures.push_back(dragon());
    figures.push_back(pudding());
    return figures;
}

} // namespace limber::assets
