/* Conversion between ICC profiles by Little CMS, which is loaded at its first use. */
#ifndef COLOR_H
#define COLOR_H

/* Loads Little CMS once; 0 on failure. Call it while the process may still open files. */
int shim_lcms_load(void);

/* Its version as a number such as 2140; 0 if it isn't loaded. */
int shim_lcms_version(void);

/* How colours outside of the target's gamut are mapped into it (ICC.1:2022, 6.2). */
typedef enum { SHIM_PERCEPTUAL = 0, SHIM_RELATIVE = 1 } shim_intent;

/* A profile and its pixels' planes; for CMYK, 0 is no ink. L*a*b* has no profile, and the white D50. */
typedef struct {
  const uint8_t *profile;
  size_t size;
  shim_color color;
} shim_color_space;

typedef struct shim_transform shim_transform;

/*
 * NULL if Little CMS is missing, a profile doesn't fit its planes, memory runs out, or the transform takes more
 * than `most_bytes`. A hostile profile could take any amount.
 */
shim_transform *shim_transform_create(const shim_color_space *from, const shim_color_space *to, shim_intent intent,
                                      int32_t sample_bytes, size_t most_bytes);

/* Converts `count` interleaved pixels. */
void shim_transform_run(const shim_transform *transform, const void *from, void *to, int32_t count);

void shim_transform_destroy(shim_transform *transform);

#endif
