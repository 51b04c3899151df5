#include "app/creatures/makers/gallery.h"

namespace limber::assets {

std::vector<Figure> gallery() {
    return {fish(), toy_block(), puppy(), octopus()};
}

} // namespace limber::assets
