/* Conversion between ICC profiles by Little CMS, which is loaded when it is first wanted. */
#ifndef COLOR_H
#define COLOR_H

/* Loads Little CMS, once; 0 where it can't be. For when files can still be opened. */
int shim_lcms_load(void);

/* Its version as a number such as 2140; 0 where it isn't loaded. */
int shim_lcms_version(void);

/* How colours that the target hasn't are brought into it (ICC.1:2022, 6.2). */
typedef enum { SHIM_PERCEPTUAL = 0, SHIM_RELATIVE = 1 } shim_intent;

/* A profile, and the planes of pixels in it; CMYK is ink, 0 for none. */
typedef struct {
  const uint8_t *profile;
  size_t size;
  shim_color color;
} shim_color_space;

typedef struct shim_transform shim_transform;

/*
 * NULL where Little CMS isn't there, a profile isn't one for its planes, memory runs out, or making the transform takes more
 * than `most_bytes`, which a hostile profile can make as many as it likes.
 */
shim_transform *shim_transform_create(const shim_color_space *from, const shim_color_space *to, shim_intent intent,
                                      int32_t sample_bytes, size_t most_bytes);

/* Converts `count` pixels, interleaved. */
void shim_transform_run(const shim_transform *transform, const void *from, void *to, int32_t count);

void shim_transform_destroy(shim_transform *transform);

#endif
