// Replaces dlclose in builds with the address sanitizer, so that libraries stay loaded and its list of leaks can name
// them: Mesa and Open MPI are unloaded before it is printed.
extern "C" int dlclose(void*) {
    return 0;
}
