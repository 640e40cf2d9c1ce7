#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

#include "jpeg_damage.h"

/* A warning of a later libjpeg. */
enum { OTHER = SHIM_DAMAGE_OTHER };

const shim_damage shim_damages[SHIM_DAMAGE_KINDS] = {
  {JWRN_ADOBE_XFORM, SHIM_FAIL_ON_WARNING, "adobe_xform", "the Adobe marker names an unknown transform"},
  {JWRN_ARITH_BAD_CODE, SHIM_FAIL_ON_ERROR, "arith_bad_code", "an arithmetic code doesn't exist"},
  {JWRN_BOGUS_PROGRESSION, SHIM_FAIL_ON_ERROR, "bogus_progression", "a scan refines what isn't there"},
  {JWRN_EXTRANEOUS_DATA, SHIM_FAIL_ON_WARNING, "extraneous_data",
   "bytes that don't belong there stand before a marker"},
  {JWRN_HIT_MARKER, SHIM_FAIL_ON_TRUNCATED, "hit_marker",
   "the data ends early, at a marker that doesn't belong there"},
  {JWRN_HUFF_BAD_CODE, SHIM_FAIL_ON_ERROR, "huff_bad_code", "a Huffman code doesn't exist"},
  {JWRN_JFIF_MAJOR, SHIM_FAIL_ON_WARNING, "jfif_major", "the JFIF marker names an unknown version"},
  {JWRN_JPEG_EOF, SHIM_FAIL_ON_TRUNCATED, "jpeg_eof", "the file ends too early"},
  {JWRN_MUST_RESYNC, SHIM_FAIL_ON_ERROR, "must_resync", "a restart marker is missing or out of order"},
  {JWRN_NOT_SEQUENTIAL, SHIM_FAIL_ON_ERROR, "not_sequential", "a scan isn't one of a sequential picture"},
  [OTHER] = {0, SHIM_FAIL_ON_WARNING, "other", "the decoder warns of something unknown"},
};

int shim_damage_kind(int code) {
  for (int kind = 0; kind < SHIM_DAMAGE_KINDS; kind++) {
    if (shim_damages[kind].code == code) return kind;
  }
  return OTHER;
}

const char *shim_damage_name(int kind) { return shim_damages[kind].name; }
