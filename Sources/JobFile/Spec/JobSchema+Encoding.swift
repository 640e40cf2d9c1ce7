extension JobSchema {
  /// Formats, colours and keys of encoding, that jobs and outputs have.
  static let encodingDefinitions = #"""
        "format": {
          "description": "The output's file format; same is the source's. Default: what the path's extension means.",
          "enum": ["jpeg", "png", "webp", "avif", "tiff", "same"]
        },
        "quality": {
          "description": "Of lossy formats: 100 is best. Default: 85 for jpeg and webp, 70 for avif, which look alike.",
          "type": ["integer", "string"], "pattern": "^0*([1-9][0-9]?|100)$", "minimum": 1, "maximum": 100
        },
        "chroma": {
          "description": "Chroma subsampling, in quotes.",
          "enum": ["4:4:4", "4:2:2", "4:2:0"], "default": "4:2:0"
        },
        "progressive": {
          "description": "A progressive JPEG; takes memory for the whole output.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "optimize": {
          "description": "Huffman tables fitted to the picture; takes memory for the whole output.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "palette": {
          "description": "A PNG of at most 256 colours.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "level": {
          "description": "How hard a PNG is compressed.",
          "type": ["integer", "string"], "pattern": "^0*[0-9]$", "minimum": 0, "maximum": 9, "default": 6
        },
        "depth": {
          "description": "Bits a sample: of PNG and TIFF 8 or 16, of AVIF 8, 10 or 12. Default: the source's, of an AVIF 10 for sources of more than 8.",
          "enum": [8, 10, 12, 16, "8", "10", "12", "16"]
        },
        "compression": {
          "description": "How a TIFF is compressed, always without loss.",
          "enum": ["none", "lzw", "deflate"], "default": "lzw"
        },
        "maxBytes": {
          "description": "The most bytes of the file: quality is lowered until it fits. A number, alone or in KB, MB, GB, KiB, MiB or GiB.",
          "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?( ?[KMG]i?B)?$", "exclusiveMinimum": 0
        },
        "color": {
          "description": "What colours are to mean.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "profile": {
              "description": "keep the source's, srgb, display-p3, or an ICC profile's file; CMYK becomes sRGB.",
              "type": "string", "pattern": "^(keep|srgb|display-p3|.*\\.[iI][cC][cCmM])$", "default": "keep"
            },
            "intent": {
              "description": "How colours that the target hasn't are brought into it.",
              "enum": ["relative", "perceptual"], "default": "relative"
            },
            "on_untagged": {
              "description": "What pictures without a profile count as.",
              "enum": ["assume-srgb"], "default": "assume-srgb"
            },
            "linear": {
              "description": "Resample in linear light.",
              "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
            }
          }
        },
        "lossless": {
          "description": "A WebP that has every pixel as it was.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "encode": {
          "description": "Whether a JPEG that is only turned or cut is made of its source's coefficients, without loss.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "lossless": {
              "description": "never; auto: where it can be; require: an output that can't be made so fails.",
              "enum": ["never", "auto", "require"], "default": "never"
            }
          }
        },
        "effort": {
          "description": "How hard WebP's encoder tries: 6 makes the smallest file, and takes longest.",
          "type": ["integer", "string"], "pattern": "^0*[0-6]$", "minimum": 0, "maximum": 6, "default": 4
        },
        "speed": {
          "description": "How little AVIF's encoder tries: 0 makes the smallest file, and takes longest.",
          "type": ["integer", "string"], "pattern": "^0*[0-9]$", "minimum": 0, "maximum": 9, "default": 6
        }
    """#
}
