#include "assets/characters/sea.h"

namespace limber::assets {

std::vector<Figure> sea() {
    return {whale(), dolphin(), shark(),    ray(),  turtle(), jellyfish(), seahorse(),
            eel(),   squid(),   starfish(), crab(), puffer(), angler()};
}

} // namespace limber::assets
