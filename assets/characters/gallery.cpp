#include "assets/characters/gallery.h"

namespace limber::assets {

std::vector<Figure> gallery() {
    return {fish()};
}

} // namespace limber::assets
