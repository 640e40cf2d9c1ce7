#ifndef FONTS_H_SHIM
#define FONTS_H_SHIM

/* Loads pango and fontconfig once; 0 if one isn't installed. Call it while the process may still open files. */
int shim_fonts_load(void);

/*
 * Begins a drawing with text, and ends it. All threads share the font files that cairo has open, so other drawings with
 * text wait. The end gives up the thread's fonts, because cairo keeps a font that failed at an odd size in its state of
 * error. So no drawing depends on another.
 */
void shim_fonts_begin(void);
void shim_fonts_end(void);

/* The loaded version of pango, such as "1.50.12"; NULL if it isn't loaded. */
const char *shim_pango_version(void);

/* The loaded version of fontconfig, such as "2.14.1"; NULL if it isn't loaded. */
const char *shim_fontconfig_version(void);

/* Calls `take` with each folder in which fontconfig looks for fonts, and with `context`. */
void shim_font_folders(void (*take)(const char *folder, void *context), void *context);

#endif
