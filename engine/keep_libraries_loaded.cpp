// In builds with the address sanitizer alone: what it finds at the end is told by name, and what Mesa and Open MPI
// leave behind can be told from what Limber does.
extern "C" int dlclose(void*) {
    return 0;
}
