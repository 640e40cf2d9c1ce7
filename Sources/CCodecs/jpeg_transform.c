#include "jpeg_transform.h"

#include <jerror.h>

/*
 * The largest coefficient of encoders of 8 bits a sample (ITU-T T.81, F.1.2). libjpeg's tables and SIMD code rely
 * on it.
 */
enum { MOST = 1023 };

/* True if a coefficient is larger than MOST. */
static int is_wild(const JCOEF *block) {
  int wild = block[0] < -MOST - 1 || block[0] > MOST;
  for (int k = 1; k < DCTSIZE2; k++) wild |= block[k] < -MOST || block[k] > MOST;
  return wild;
}

/* A mirror changes the sign of odd frequencies; a transpose exchanges rows and columns of frequencies. */
static void turn(const shim_turned_blocks *part, const JCOEF *from, JCOEF *into) {
  for (int v = 0; v < DCTSIZE; v++) {
    for (int u = 0; u < DCTSIZE; u++) {
      int is_negated = (u & part->mirrors_x) ^ (v & part->mirrors_y);
      JCOEF value = from[v * DCTSIZE + u];
      into[part->transposes ? u * DCTSIZE + v : v * DCTSIZE + u] = (JCOEF)(is_negated ? -value : value);
    }
  }
}

/* Replaces libjpeg's access to an array of coefficients. */
static JBLOCKARRAY turned_rows(j_common_ptr info, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION count,
                               boolean is_written) {
  const shim_turned_blocks *part = (const shim_turned_blocks *)(const void *)array;
  if (is_written || start >= part->height) ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
  JDIMENSION rows = count < part->height - start ? count : part->height - start;
  for (JDIMENSION x = 0; x < part->width; x++) {
    for (JDIMENSION row = 0; row < rows; row++) {
      JDIMENSION across = part->transposes ? start + row : x, down = part->transposes ? x : start + row;
      JDIMENSION from_x = part->mirrors_x ? part->x - across : part->x + across;
      JDIMENSION from_y = part->mirrors_y ? part->y - down : part->y + down;
      const JCOEF *from = part->source[from_y][from_x];
      if (is_wild(from)) {
        shim_jpeg_leave(info, SHIM_CORRUPT, "coefficients are larger than any encoder writes (coefficient_range)");
      }
      turn(part, from, part->turned[row][x]);
    }
  }
  return part->turned;
}

/* Transposes each table once, even if several components share it. */
static void transpose_tables(struct jpeg_compress_struct *into) {
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    JQUANT_TBL *table = into->quant_tbl_ptrs[i];
    for (int v = 0; table && v < DCTSIZE; v++) {
      for (int u = 0; u < v; u++) {
        UINT16 other = table->quantval[v * DCTSIZE + u];
        table->quantval[v * DCTSIZE + u] = table->quantval[u * DCTSIZE + v];
        table->quantval[u * DCTSIZE + v] = other;
      }
    }
  }
}

/* Copies tables and components, with the components' sampling factors in the output. */
static void take_parameters(struct jpeg_compress_struct *into, j_decompress_ptr from, const shim_encode_request *request) {
  jpeg_copy_critical_parameters(from, into);
  into->image_width = (JDIMENSION)request->width;
  into->image_height = (JDIMENSION)request->height;
  into->optimize_coding = request->optimize ? TRUE : FALSE;
  if (request->transform.transposes) transpose_tables(into);
  for (int i = 0; i < into->num_components; i++) {
    jpeg_component_info *part = &into->comp_info[i];
    int across = part->h_samp_factor;
    if (request->transform.transposes) {
      part->h_samp_factor = part->v_samp_factor;
      part->v_samp_factor = across;
    }
    /* A single component has MCUs of one block, whatever its factors. */
    if (into->num_components == 1) part->h_samp_factor = part->v_samp_factor = 1;
  }
  if (request->progressive) jpeg_simple_progression(into);
}

static JDIMENSION blocks(int32_t pixels, int factor, int largest) {
  int64_t unit = (int64_t)largest * DCTSIZE;
  return (JDIMENSION)(((int64_t)pixels * factor + unit - 1) / unit);
}

/* The output's first block; the box begins or ends on whole MCUs. */
static JDIMENSION first(int32_t begin, int32_t end, int is_mirrored, int factor, int largest) {
  return is_mirrored ? blocks(end, factor, largest) - 1 : blocks(begin, factor, largest);
}

/* True if all blocks of the output exist in the source's component. */
static int lies_in(const shim_turned_blocks *part, const jpeg_component_info *source) {
  int64_t across = part->transposes ? part->height : part->width, down = part->transposes ? part->width : part->height;
  int64_t right = part->mirrors_x ? part->x : part->x + across - 1, left = right - across + 1;
  int64_t bottom = part->mirrors_y ? part->y : part->y + down - 1, top = bottom - down + 1;
  return left >= 0 && top >= 0 && right < (int64_t)source->width_in_blocks && bottom < (int64_t)source->height_in_blocks;
}

/* For the output's component `part`. `across` and `down` are the output's largest sampling factors. */
static shim_turned_blocks turned_blocks(const shim_encode_request *request, const jpeg_component_info *part, int across,
                                        int down) {
  const shim_turn *asked = &request->transform;
  int is_swapped = asked->transposes;
  return (shim_turned_blocks){
      .width = blocks(request->width, part->h_samp_factor, across),
      .height = blocks(request->height, part->v_samp_factor, down),
      .x = first(asked->left, asked->right, asked->mirrors_x, is_swapped ? part->v_samp_factor : part->h_samp_factor,
                 is_swapped ? down : across),
      .y = first(asked->top, asked->bottom, asked->mirrors_y, is_swapped ? part->h_samp_factor : part->v_samp_factor,
                 is_swapped ? across : down),
      .mirrors_x = asked->mirrors_x,
      .mirrors_y = asked->mirrors_y,
      .transposes = asked->transposes,
  };
}

void shim_jpeg_transform_init(shim_jpeg_transform *transform, struct jpeg_compress_struct *into,
                              const shim_encode_request *request) {
  shim_jpeg_coefficients from = shim_jpeg_coefficients_of(request->transform.decoder);
  take_parameters(into, from.info, request);
  int across = 1, down = 1;
  for (int i = 0; i < into->num_components; i++) {
    const jpeg_component_info *part = &into->comp_info[i];
    if (part->h_samp_factor > across) across = part->h_samp_factor;
    if (part->v_samp_factor > down) down = part->v_samp_factor;
  }
  for (int i = 0; i < into->num_components; i++) {
    const jpeg_component_info *source = &from.info->comp_info[i], *part = &into->comp_info[i];
    shim_turned_blocks *turned = &transform->parts[i];
    *turned = turned_blocks(request, part, across, down);
    if (!lies_in(turned, source)) shim_jpeg_leave((j_common_ptr)into, SHIM_CHANGED, "");
    turned->source = from.info->mem->access_virt_barray((j_common_ptr)from.info, from.arrays[i], 0,
                                                        source->height_in_blocks, FALSE);
    turned->turned = into->mem->alloc_barray((j_common_ptr)into, JPOOL_IMAGE, turned->width,
                                             (JDIMENSION)part->v_samp_factor);
    transform->arrays[i] = (jvirt_barray_ptr)(void *)turned;
  }
  into->mem->access_virt_barray = turned_rows;
}
