#ifndef DE265_H_SHIM
#define DE265_H_SHIM

/* Loads libde265 once; 0 if it isn't installed. Call it while the process may still open files. */
int shim_de265_load(void);

/* The loaded version, such as "1.0.11"; NULL if libde265 isn't loaded. */
const char *shim_de265_version(void);

#endif
