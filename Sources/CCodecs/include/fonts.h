#ifndef FONTS_H_SHIM
#define FONTS_H_SHIM

/* Loads pango and fontconfig once; 0 if one isn't installed. Call it while the process may still open files. */
int shim_fonts_load(void);

/*
 * Lets the calling thread load fonts afresh. A font that once failed at an odd size stays of no use, also for other
 * pictures. Does nothing if pango isn't loaded.
 */
void shim_fonts_renew(void);

/* The loaded version of pango, such as "1.50.12"; NULL if it isn't loaded. */
const char *shim_pango_version(void);

/* The loaded version of fontconfig, such as "2.14.1"; NULL if it isn't loaded. */
const char *shim_fontconfig_version(void);

/* Calls `take` with each folder in which fontconfig looks for fonts, and with `context`. */
void shim_font_folders(void (*take)(const char *folder, void *context), void *context);

#endif
