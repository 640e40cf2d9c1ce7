#include <stdio.h>

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>

#include "avif_encoding.h"

/* The numbers of AV1's profiles (AV1, annex A.2). */
enum { MAIN, HIGH, PROFESSIONAL };

static unsigned profile_of(const aom_image_t *image) {
  if (image->bit_depth == 12) return PROFESSIONAL;
  if (image->monochrome || (image->x_chroma_shift && image->y_chroma_shift)) return MAIN;
  return image->x_chroma_shift ? PROFESSIONAL : HIGH;
}

/* One frame of constant quality, coded on this thread. */
static aom_codec_err_t configure(aom_codec_enc_cfg_t *config, const aom_image_t *image) {
  aom_codec_err_t error = aom_codec_enc_config_default(aom_codec_av1_cx(), config, AOM_USAGE_ALL_INTRA);
  config->g_w = image->d_w;
  config->g_h = image->d_h;
  config->g_profile = profile_of(image);
  config->g_bit_depth = (aom_bit_depth_t)image->bit_depth;
  config->g_input_bit_depth = image->bit_depth;
  config->g_threads = 1;
  config->g_limit = 1;
  config->g_lag_in_frames = 0;
  config->monochrome = image->monochrome;
  config->rc_end_usage = AOM_Q;
  config->rc_min_quantizer = 0;
  config->rc_max_quantizer = 63;
  return error;
}

/* The quantizer for a quality: 1...100 map evenly to 63...0. */
static int quantizer(int quality) {
  const int lost = quality < 1 ? 99 : quality > 100 ? 0 : 100 - quality;
  return (lost * 63 + 49) / 99;
}

static aom_codec_err_t control(aom_codec_ctx_t *codec, const shim_encode_request *request, shim_color_numbers numbers) {
  const struct {
    int name, value;
  } controls[] = {
      {AOME_SET_CPUUSED, request->speed},
      {AOME_SET_CQ_LEVEL, quantizer(request->quality)},
      {AV1E_SET_ROW_MT, 0},
      /* For a screen picture libaom would keep tables of all blocks, larger than all its other memory. */
      {AV1E_SET_ENABLE_INTRABC, 0},
      {AV1E_SET_COLOR_PRIMARIES, numbers.primaries},
      {AV1E_SET_TRANSFER_CHARACTERISTICS, numbers.transfer},
      {AV1E_SET_MATRIX_COEFFICIENTS, numbers.matrix},
      {AV1E_SET_COLOR_RANGE, AOM_CR_FULL_RANGE},
  };
  aom_codec_err_t error = AOM_CODEC_OK;
  for (size_t place = 0; place < sizeof controls / sizeof *controls && !error; place++) {
    error = aom_codec_control(codec, controls[place].name, controls[place].value);
  }
  return error;
}

/*
 * Adds the frames that are ready without their temporal delimiters, which items mustn't have (AV1 in ISO base
 * media, 2.4).
 */
static shim_status take(aom_codec_ctx_t *codec, shim_output *data) {
  static const uint8_t delimiter[] = {0x12, 0};
  aom_codec_iter_t next = NULL;
  const aom_codec_cx_pkt_t *packet;
  while ((packet = aom_codec_get_cx_data(codec, &next))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT) continue;
    const uint8_t *bytes = packet->data.frame.buf;
    size_t count = packet->data.frame.sz;
    const int has_delimiter = count >= 2 && bytes[0] == delimiter[0] && bytes[1] == delimiter[1];
    const size_t start = has_delimiter ? sizeof delimiter : 0;
    if (!shim_output_add(data, bytes + start, count - start)) return SHIM_NO_MEMORY;
  }
  return SHIM_OK;
}

/* Fills the record from the reduced sequence header of a still (AV1, 5.5.1); 0 if there is none. */
static int describe(const aom_image_t *image, shim_av1_still *still) {
  enum { SEQUENCE_WITH_SIZE = 0x0A, LONGEST = 127, REDUCED_STILL = 3 };
  const shim_output *data = &still->data;
  if (data->count < 4 || data->bytes[0] != SEQUENCE_WITH_SIZE || data->bytes[1] > LONGEST) return 0;
  const unsigned head = (unsigned)data->bytes[2] << 8 | data->bytes[3];
  if ((head >> 11 & 3) != REDUCED_STILL) return 0;
  const unsigned profile = head >> 13, level = head >> 6 & 31;
  const unsigned is_deep = image->bit_depth > 8, is_deepest = image->bit_depth > 10;
  still->record[0] = 0x81;
  still->record[1] = (uint8_t)(profile << 5 | level);
  still->record[2] = (uint8_t)(is_deep << 6 | is_deepest << 5 | (unsigned)(image->monochrome != 0) << 4 |
                               image->x_chroma_shift << 3 | image->y_chroma_shift << 2);
  still->record[3] = 0;
  still->bits = (int32_t)image->bit_depth;
  still->channels = image->monochrome ? 1 : 3;
  return profile == profile_of(image);
}

static shim_status failure(aom_codec_ctx_t *codec, aom_codec_err_t error, char *message) {
  if (error == AOM_CODEC_MEM_ERROR) return SHIM_NO_MEMORY;
  const char *detail = codec ? aom_codec_error_detail(codec) : NULL;
  snprintf(message, SHIM_MESSAGE_SIZE, "%s", detail ? detail : aom_codec_err_to_string(error));
  return SHIM_FAILED;
}

shim_status shim_code_av1(const aom_image_t *image, const shim_encode_request *request, shim_color_numbers numbers,
                          shim_av1_still *still, char *message) {
  aom_codec_enc_cfg_t config;
  aom_codec_ctx_t codec;
  aom_codec_err_t error = configure(&config, image);
  if (error) return failure(NULL, error, message);
  error = aom_codec_enc_init(&codec, aom_codec_av1_cx(), &config,
                             image->bit_depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0);
  if (error) return failure(&codec, error, message);
  error = control(&codec, request, numbers);
  shim_status status = SHIM_OK;
  /* First the picture, then its end. */
  for (int call = 0; call < 2 && !error && status == SHIM_OK; call++) {
    error = aom_codec_encode(&codec, call == 0 ? image : NULL, 0, 1, 0);
    if (!error) status = take(&codec, &still->data);
  }
  if (error) status = failure(&codec, error, message);
  if (status == SHIM_OK && !describe(image, still)) {
    status = SHIM_FAILED;
    snprintf(message, SHIM_MESSAGE_SIZE, "libaom made no still picture");
  }
  aom_codec_destroy(&codec);
  return status;
}
