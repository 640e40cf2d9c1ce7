#ifndef BUILD_H
#define BUILD_H

/// The first 12 digits of the commit that was built, with `.dirty` where files differed from it; empty where it was not
/// built from a git repository.
const char *build_commit(void);

/// The static libraries that were linked, as `NAME=BUILD` with spaces between; empty where shared ones are loaded.
const char *build_libraries(void);

#endif
