#include "app/scene/gait_search_problem.h"

namespace limber::app {

bool is_same_search(GaitSearchProblem one, const GaitSearchProblem& other) {
    one.search.generations = other.search.generations;
    one.role = other.role;
    return one == other;
}

} // namespace limber::app
