// SPDX-License-Identifier: MIT
// Replaces dlclose in builds with the address sanitizer, so that libraries stay loaded and the leak report can name
// their symbols. Mesa and Open MPI would be unloaded before the report.
extern "C" int dlclose(void*) {
    return 0;
}
