#ifndef FONTS_H_SHIM
#define FONTS_H_SHIM

/* Loads pango and fontconfig once; 0 if one isn't installed. Call it while the process may still open files. */
int shim_fonts_load(void);

/*
 * Stand around a drawing. All threads share the font files that cairo has open, so one drawing with fonts is made at a
 * time. At its end the thread's fonts are given up: cairo keeps a font that failed at an odd size in its state of error.
 * So no drawing depends on another. The first returns 0, and the second then does nothing, if pango isn't loaded.
 */
int shim_fonts_begin(void);
void shim_fonts_end(int has_begun);

/* The loaded version of pango, such as "1.50.12"; NULL if it isn't loaded. */
const char *shim_pango_version(void);

/* The loaded version of fontconfig, such as "2.14.1"; NULL if it isn't loaded. */
const char *shim_fontconfig_version(void);

/* Calls `take` with each folder in which fontconfig looks for fonts, and with `context`. */
void shim_font_folders(void (*take)(const char *folder, void *context), void *context);

#endif
