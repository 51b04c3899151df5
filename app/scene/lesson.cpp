#include "app/scene/lesson.h"

namespace limber::app {

bool is_same_search(Lesson one, const Lesson& other) {
    one.search.generations = other.search.generations;
    one.role = other.role;
    return one == other;
}

} // namespace limber::app
