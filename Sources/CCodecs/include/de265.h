#ifndef DE265_H_SHIM
#define DE265_H_SHIM

/* Loads libde265, once; 0 where it isn't installed. For when files can still be opened. */
int shim_de265_load(void);

/* Its version as loaded, such as "1.0.11"; NULL where it isn't. */
const char *shim_de265_version(void);

#endif
