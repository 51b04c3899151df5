#include "app/scene/character_surroundings.h"

#include "app/scene/character_loading.h"
#include "app/scene/succession.h"

namespace limber::app {

Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const SurroundingsDescription& contact) {
    if (auto fault = fault_in(contact)) {
        return *fault;
    }
    auto next = std::make_shared<Character>(*before);
    next->description.contact = contact;
    if (auto done = load_surroundings(*next); !done) {
        return done.error();
    }
    next->passage = std::make_shared<const Passage>(Passage{before, {}});
    return CharacterPtr(std::move(next));
}

} // namespace limber::app
