#include "app/scene/stand_back.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace limber::app {

#ifdef __linux__
void stand_back(int patience) {
    setpriority(PRIO_PROCESS, 0, patience); // of this thread alone, as Linux has it
}
#else
void stand_back(int) {}
#endif

} // namespace limber::app
