#include "app/scene/lesson_settings.h"

#include "engine/control/search_terms.h"
#include "engine/core/member_reader.h"

namespace limber::app {
namespace {

// [s] A million of the longest steps, so that whatever a search was for can be set, and read back.
constexpr double seconds_max = 1e7;

} // namespace

void read_value(const JsonNode& node, LessonSettings& settings) {
    MemberReader members(node);
    if (const auto role = members.take("learn")) {
        settings.role = role_in(*role);
    }
    members.read("direction", settings.direction);
    if (double facing = 0.0; members.read("facing", facing)) {
        settings.facing = facing;
    }
    members.read("ahead", settings.ahead);
    members.read("aside", settings.aside);
    if (const auto seconds = members.take("seconds")) {
        settings.seconds = seconds->number();
        if (seconds->is_sound() && !(settings.seconds > 0.0 && settings.seconds <= seconds_max)) {
            seconds->refuse("must be positive and at most 10000000");
        }
    }
    members.read("space", settings.space);
    members.read("objective", settings.objective);
    members.read("search", settings.search);
}

Json lesson_json(const LessonSettings& settings) {
    Json::Object object{{"learn", name_of(settings.role)},
                        {"direction", settings.direction},
                        {"ahead", settings.ahead},
                        {"aside", settings.aside},
                        {"seconds", settings.seconds},
                        {"space", space_json(settings.space)},
                        {"objective", objective_json(settings.objective)},
                        {"search", search_json(settings.search)}};
    if (settings.facing) {
        object.emplace_back("facing", *settings.facing);
    }
    return object;
}

} // namespace limber::app
