#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

#include "jpeg_damage.h"

const shim_damage shim_jpeg_damages[] = {
  {"adobe_xform", SHIM_FAIL_ON_WARNING, "the Adobe marker names an unknown transform"},
  {"arith_bad_code", SHIM_FAIL_ON_ERROR, "an arithmetic code doesn't exist"},
  {"bogus_progression", SHIM_FAIL_ON_ERROR, "a scan refines what isn't there"},
  {"extraneous_data", SHIM_FAIL_ON_WARNING, "bytes that don't belong there stand before a marker"},
  {"hit_marker", SHIM_FAIL_ON_TRUNCATED, "the data ends early, at a marker that doesn't belong there"},
  {"huff_bad_code", SHIM_FAIL_ON_ERROR, "a Huffman code doesn't exist"},
  {"jfif_major", SHIM_FAIL_ON_WARNING, "the JFIF marker names an unknown version"},
  {"jpeg_eof", SHIM_FAIL_ON_TRUNCATED, "the file ends too early"},
  {"must_resync", SHIM_FAIL_ON_ERROR, "a restart marker is missing or out of order"},
  {"not_sequential", SHIM_FAIL_ON_ERROR, "a scan isn't one of a sequential picture"},
  /* For warnings of a later libjpeg. */
  {"other", SHIM_FAIL_ON_WARNING, "the decoder warns of something unknown"},
  {0},
};

static const int codes[] = {
  JWRN_ADOBE_XFORM,   JWRN_ARITH_BAD_CODE, JWRN_BOGUS_PROGRESSION, JWRN_EXTRANEOUS_DATA, JWRN_HIT_MARKER,
  JWRN_HUFF_BAD_CODE, JWRN_JFIF_MAJOR,     JWRN_JPEG_EOF,          JWRN_MUST_RESYNC,     JWRN_NOT_SEQUENTIAL,
};

int shim_jpeg_damage(int code) {
  enum { KNOWN = sizeof codes / sizeof *codes };
  for (int kind = 0; kind < KNOWN; kind++) {
    if (codes[kind] == code) return kind;
  }
  return KNOWN;
}
