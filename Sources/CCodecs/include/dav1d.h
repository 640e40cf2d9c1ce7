#ifndef DAV1D_H_SHIM
#define DAV1D_H_SHIM

/* Loads dav1d once; 0 if it isn't installed. Call it while the process may still open files. */
int shim_dav1d_load(void);

/* The loaded version, such as "1.0.0"; NULL if dav1d isn't loaded. */
const char *shim_dav1d_version(void);

#endif
