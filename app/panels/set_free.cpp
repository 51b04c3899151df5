#include "app/panels/set_free.h"

#include "app/scene/release.h"

namespace limber::app {

void set_free(Studio& studio) {
    studio.edits.description = released(studio.edits.description, *studio.readings.character);
    studio.edits.controls.clip = -1;
    studio.edits.controls.bone_offsets.clear();
    studio.wishes.need(Stage::rig);
}

} // namespace limber::app
