extension JobSchema {
  /// What `properties` of the schema refer to: a job's keys that outputs and sources have too, and their parts.
  static let definitions = #"""
        "text": {"type": ["string", "number", "boolean"], "minLength": 1},
        "source": {
          "anyOf": [
            {
              "description": "A pattern: * ? [a-z] {a,b} and ** for any folders.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            {"$ref": "#/definitions/globSource"},
            {"$ref": "#/definitions/pathSource"},
            {"$ref": "#/definitions/annotationSource"}
          ]
        },
        "globSource": {
          "type": "object", "required": ["glob"], "additionalProperties": false,
          "properties": {
            "glob": {
              "description": "A pattern: * ? [a-z] {a,b} and ** for any folders. Extensions match in any case.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            "exif_orientation": {"$ref": "#/definitions/exifOrientation"},
            "page": {"$ref": "#/definitions/page"},
            "optional": {"$ref": "#/definitions/optional"},
            "orientation": {"$ref": "#/definitions/orientation"},
            "crop": {"$ref": "#/definitions/crop"},
            "metadata": {"$ref": "#/definitions/metadata"},
            "background": {"$ref": "#/definitions/background"}
          }
        },
        "pathSource": {
          "type": "object", "required": ["path"], "additionalProperties": false,
          "properties": {
            "path": {
              "description": "One file, as it is named. It takes the place of what a glob says about it.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            "id": {
              "description": "A name of this item's own, for {id}; needed where a file has several entries.",
              "type": ["string", "number", "boolean"], "pattern": "^[^/]+$"
            },
            "exif_orientation": {"$ref": "#/definitions/exifOrientation"},
            "page": {"$ref": "#/definitions/page"},
            "optional": {"$ref": "#/definitions/optional"},
            "orientation": {"$ref": "#/definitions/orientation"},
            "crop": {"$ref": "#/definitions/crop"},
            "metadata": {"$ref": "#/definitions/metadata"},
            "background": {"$ref": "#/definitions/background"}
          }
        },
        "annotationSource": {
          "type": "object", "required": ["annotations", "format"], "additionalProperties": false,
          "properties": {
            "annotations": {
              "description": "An annotation file, or a folder of such files: each box in them is a crop.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            "format": {
              "description": "How the files are written.",
              "enum": ["coco", "yolo", "voc", "csv", "jsonl", "hf-imagefolder", "label-studio", "labelme"]
            },
            "box_format": {"$ref": "#/definitions/boxFormat"},
            "images": {
              "description": "The folder that names of pictures start from. Default: that of the annotations.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            "space": {
              "description": "The space of the boxes: as a viewer shows the picture, as its pixels lie in the file, or by the size that the annotation declares.",
              "enum": ["display", "stored", "declared"]
            },
            "category": {
              "description": "The categories whose boxes are cut.",
              "anyOf": [
                {"$ref": "#/definitions/text"},
                {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/text"}}
              ]
            },
            "expand": {
              "description": "By how much the sides of what is cut are longer than the box's, as in \"10%\".",
              "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?%$", "default": "0%"
            },
            "square": {
              "description": "true: the shorter side of what is cut is as long as the longer one.",
              "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
            },
            "min_size": {
              "description": "The least width and height of a box, in pixels; smaller ones are left out.",
              "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?$", "exclusiveMinimum": 0
            },
            "round": {"$ref": "#/definitions/round"},
            "out_of_bounds": {"$ref": "#/definitions/outOfBounds"},
            "exif_orientation": {"$ref": "#/definitions/exifOrientation"},
            "page": {"$ref": "#/definitions/page"},
            "optional": {"$ref": "#/definitions/optional"},
            "orientation": {"$ref": "#/definitions/orientation"},
            "crop": {"$ref": "#/definitions/crop"},
            "metadata": {"$ref": "#/definitions/metadata"},
            "background": {"$ref": "#/definitions/background"}
          }
        },
        "boxFormat": {
          "description": "The dataset's way to write a box.",
          "enum": ["coco", "voc", "voc1", "yolo", "albumentations", "openimages", "tfds", "label-studio"]
        },
        "exifOrientation": {
          "description": "Takes the place of the file's own orientation tag.",
          "type": ["integer", "string"], "pattern": "^0*[1-8]$", "minimum": 1, "maximum": 8
        },
        "page": {
          "description": "Which page of a TIFF, or picture of a HEIC or AVIF, with several is taken; 0 is the first.",
          "type": ["integer", "string"], "pattern": "^[0-9]+$", "minimum": 0, "maximum": 65535, "default": 0
        },
        "optional": {
          "description": "true: it is no error when the entry matches nothing.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "output": {
          "type": "object", "required": ["path"], "additionalProperties": false,
          "properties": {
            "path": {
              "description": "The file to write, in quotes: {dir} {stem} {name} {ext} {id} {index} {width} {height} {hash8} {job}, of boxes {category} {box_index}, of keys of the job {split} {folder}.",
              "type": ["string", "number", "boolean"], "minLength": 1
            },
            "orientation": {"$ref": "#/definitions/orientation"},
            "crop": {"$ref": "#/definitions/crop"},
            "resize": {"$ref": "#/definitions/resize"},
            "metadata": {"$ref": "#/definitions/metadata"},
            "background": {"$ref": "#/definitions/background"},
            "color": {"$ref": "#/definitions/color"},
            "format": {"$ref": "#/definitions/format"},
            "quality": {"$ref": "#/definitions/quality"},
            "chroma": {"$ref": "#/definitions/chroma"},
            "progressive": {"$ref": "#/definitions/progressive"},
            "optimize": {"$ref": "#/definitions/optimize"},
            "palette": {"$ref": "#/definitions/palette"},
            "level": {"$ref": "#/definitions/level"},
            "depth": {"$ref": "#/definitions/depth"},
            "compression": {"$ref": "#/definitions/compression"},
            "max_bytes": {"$ref": "#/definitions/maxBytes"},
            "lossless": {"$ref": "#/definitions/lossless"},
            "effort": {"$ref": "#/definitions/effort"},
            "speed": {"$ref": "#/definitions/speed"}
          }
        },
        "orientation": {
          "description": "bake: turn pixels upright; keep: leave them, with the tag; ignore: as if there were no tag.",
          "enum": ["bake", "keep", "ignore"], "default": "bake"
        },
        "metadata": {
          "description": "What goes along from source to output.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "keep": {
              "description": "Kinds that are kept; an empty list keeps none.",
              "type": "array",
              "items": {"enum": ["icc", "exif", "xmp", "comment"]},
              "default": ["icc"]
            },
            "gps": {
              "description": "keep or drop places in kept EXIF and XMP.",
              "enum": ["keep", "drop"], "default": "drop"
            }
          }
        },
        "background": {
          "description": "The colour of what is padded: \"#rgb\", \"#rrggbb\" or [r, g, b].",
          "anyOf": [
            {"type": "string", "pattern": "^#([0-9A-Fa-f]{3}){1,2}$"},
            {
              "type": "array", "minItems": 3, "maxItems": 3,
              "items": {"type": ["integer", "string"], "pattern": "^[0-9]+$", "minimum": 0, "maximum": 255}
            }
          ],
          "default": "#000"
        },
        "format": {
          "description": "The output's file format; same is the source's. Default: what the path's extension means.",
          "enum": ["jpeg", "png", "webp", "avif", "tiff", "same"]
        },
        "quality": {
          "description": "Of lossy formats: 100 is best.",
          "type": ["integer", "string"], "pattern": "^0*([1-9][0-9]?|100)$", "minimum": 1, "maximum": 100,
          "default": 85
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
        "effort": {
          "description": "How hard WebP's encoder tries: 6 makes the smallest file, and takes longest.",
          "type": ["integer", "string"], "pattern": "^0*[0-6]$", "minimum": 0, "maximum": 6, "default": 4
        },
        "speed": {
          "description": "How little AVIF's encoder tries: 0 makes the smallest file, and takes longest.",
          "type": ["integer", "string"], "pattern": "^0*[0-9]$", "minimum": 0, "maximum": 9, "default": 6
        },
        "gravity": {
          "description": "Which part of the picture.",
          "enum": [
            "center", "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
          ],
          "default": "center"
        },
        "focus": {
          "description": "A point that the box is centred on, before it is moved inside.",
          "type": "object", "required": ["x", "y"], "additionalProperties": false,
          "properties": {"x": {"$ref": "#/definitions/position"}, "y": {"$ref": "#/definitions/position"}}
        },
        "position": {
          "description": "Pixels, or per cent of the picture as in \"12.5%\".",
          "type": ["number", "string"], "pattern": "^-?[0-9]+(\\.[0-9]+)?%?$", "minimum": -1000000,
          "maximum": 1000000
        },
        "extent": {
          "description": "Pixels above 0, or per cent of the picture as in \"12.5%\".",
          "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?%?$", "exclusiveMinimum": 0,
          "maximum": 1000000
        },
        "region": {
          "description": "full, square, \"x,y,w,h\", \"pct:x,y,w,h\" (IIIF) or \"WxH+X+Y\" (ImageMagick).",
          "anyOf": [
            {"enum": ["full", "square"]},
            {"type": "string", "pattern": "^(pct:)?(-?[0-9]+(\\.[0-9]+)?,){3}[0-9]+(\\.[0-9]+)?$"},
            {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?x[0-9]+(\\.[0-9]+)?([+-][0-9]+(\\.[0-9]+)?){2}$"}
          ]
        },
        "space": {
          "description": "Where the box's numbers lie: the picture as a viewer shows it, or as the file stores it.",
          "enum": ["display", "stored"], "default": "display"
        },
        "round": {
          "description": "How an edge between two pixels becomes a whole one.",
          "enum": ["nearest", "outward", "inward"], "default": "nearest"
        },
        "outOfBounds": {
          "description": "What happens to a box beyond the picture: cut it, fail the row, or fill with 'background'.",
          "enum": ["clip", "error", "pad"], "default": "clip"
        },
        "crop": {
          "description": "The part of the picture to keep.",
          "anyOf": [
            {"$ref": "#/definitions/region"},
            {
              "description": "A box by its place and size.",
              "type": "object", "required": ["x", "y", "width", "height"], "additionalProperties": false,
              "properties": {
                "x": {"$ref": "#/definitions/position"}, "y": {"$ref": "#/definitions/position"},
                "width": {"$ref": "#/definitions/extent"}, "height": {"$ref": "#/definitions/extent"},
                "space": {"$ref": "#/definitions/space"}, "round": {"$ref": "#/definitions/round"},
                "out_of_bounds": {"$ref": "#/definitions/outOfBounds"}
              }
            },
            {
              "description": "A box of a size, at a gravity or focus.",
              "type": "object", "required": ["width", "height"],
              "not": {"required": ["gravity", "focus"]},
              "additionalProperties": false,
              "properties": {
                "width": {"$ref": "#/definitions/extent"}, "height": {"$ref": "#/definitions/extent"},
                "gravity": {"$ref": "#/definitions/gravity"},
                "focus": {"$ref": "#/definitions/focus"},
                "space": {"$ref": "#/definitions/space"}, "round": {"$ref": "#/definitions/round"},
                "out_of_bounds": {"$ref": "#/definitions/outOfBounds"}
              }
            },
            {
              "description": "The largest box of a shape, at a gravity or focus.",
              "type": "object", "required": ["aspect"],
              "not": {"required": ["gravity", "focus"]},
              "additionalProperties": false,
              "properties": {
                "aspect": {
                  "description": "Width to height, as in \"16:9\".",
                  "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?:[0-9]+(\\.[0-9]+)?$"
                },
                "gravity": {"$ref": "#/definitions/gravity"},
                "focus": {"$ref": "#/definitions/focus"},
                "space": {"$ref": "#/definitions/space"}, "round": {"$ref": "#/definitions/round"},
                "out_of_bounds": {"$ref": "#/definitions/outOfBounds"}
              }
            },
            {
              "description": "A box as a dataset writes it.",
              "type": "object", "required": ["box", "format"], "additionalProperties": false,
              "properties": {
                "box": {
                  "description": "Four numbers; 'format' says what they mean.",
                  "type": "array", "minItems": 4, "maxItems": 4,
                  "items": {
                    "type": ["number", "string"], "pattern": "^-?[0-9]+(\\.[0-9]+)?$", "minimum": -1000000,
                    "maximum": 1000000
                  }
                },
                "format": {"$ref": "#/definitions/boxFormat"},
                "space": {"$ref": "#/definitions/space"}, "round": {"$ref": "#/definitions/round"},
                "out_of_bounds": {"$ref": "#/definitions/outOfBounds"}
              }
            },
            {
              "description": "A region string with its space, rounding or bounds.",
              "type": "object", "required": ["region"], "additionalProperties": false,
              "properties": {
                "region": {"$ref": "#/definitions/region"},
                "space": {"$ref": "#/definitions/space"}, "round": {"$ref": "#/definitions/round"},
                "out_of_bounds": {"$ref": "#/definitions/outOfBounds"}
              }
            }
          ],
          "default": "full"
        },
        "resize": {
          "description": "The output's size: a mapping, or max, \"w,\", \",h\", \"pct:n\", \"w,h\", \"!w,h\", also after ^ (IIIF).",
          "anyOf": [
            {"type": "string", "pattern": "^\\^?(max|pct:[0-9]+(\\.[0-9]+)?|[0-9]+,|,[0-9]+|!?[0-9]+,[0-9]+)$"},
            {
              "type": "object",
              "anyOf": [{"required": ["width"]}, {"required": ["height"]}],
              "not": {"required": ["gravity", "focus"]},
              "if": {"required": ["fit"], "properties": {"fit": {"const": "contain"}}},
              "then": {"not": {"required": ["focus"]}},
              "additionalProperties": false,
              "properties": {
                "width": {"$ref": "#/definitions/side"}, "height": {"$ref": "#/definitions/side"},
                "fit": {
                  "description": "How the picture meets width and height.",
                  "enum": ["inside", "outside", "cover", "contain", "fill"], "default": "inside"
                },
                "gravity": {"$ref": "#/definitions/gravity"},
                "focus": {"$ref": "#/definitions/focus"},
                "filter": {
                  "description": "The kernel of the resample.",
                  "enum": ["lanczos3", "bicubic", "mitchell", "bilinear", "spline36", "point"],
                  "default": "lanczos3"
                },
                "enlarge": {
                  "description": "false: never larger than the crop; true: larger too; error: the row fails.",
                  "anyOf": [{"enum": [false, true, "error"]}, {"enum": ["false", "true"]}],
                  "default": false
                }
              }
            }
          ]
        },
        "export": {
          "anyOf": [
            {
              "type": "object", "required": ["format", "path"], "additionalProperties": false,
              "properties": {
                "format": {
                  "description": "What is written: boxes of the outputs as a loader takes them.",
                  "enum": ["coco", "yolo", "hf-imagefolder"]
                },
                "path": {
                  "description": "The file for all outputs, below the output root: {split} {job}.",
                  "type": ["string", "number", "boolean"], "minLength": 1
                },
                "min_visible": {"$ref": "#/definitions/minVisible"}
              }
            },
            {
              "type": "object", "required": ["format"], "additionalProperties": false,
              "properties": {
                "format": {"description": "A file for each output.", "enum": ["voc"]},
                "min_visible": {"$ref": "#/definitions/minVisible"}
              }
            },
            {
              "type": "object", "required": ["format", "path"], "additionalProperties": false,
              "anyOf": [{"required": ["max_count"]}, {"required": ["max_size"]}],
              "properties": {
                "format": {"description": "Tar files that hold the outputs.", "enum": ["webdataset"]},
                "path": {
                  "description": "The shards, below the output root: {shard} {split} {job}.",
                  "type": "string", "pattern": "\\{shard\\}.*\\.tar$"
                },
                "min_visible": {"$ref": "#/definitions/minVisible"},
                "max_count": {
                  "description": "The most samples of a shard.",
                  "type": ["integer", "string"], "pattern": "^0*[1-9][0-9]*$", "minimum": 1,
                  "maximum": 1000000000
                },
                "max_size": {
                  "description": "The most bytes of a shard: a number, alone or in KB, MB, GB, KiB, MiB or GiB.",
                  "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?( ?[KMG]i?B)?$",
                  "exclusiveMinimum": 0
                }
              }
            }
          ]
        },
        "minVisible": {
          "description": "How much of a box an output must show, in per cent of its area as in \"25%\".",
          "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?%$", "default": "0%"
        },
        "side": {
          "description": "Pixels; a missing side keeps the aspect.",
          "type": ["integer", "string"], "pattern": "^[0-9]+$", "minimum": 1, "maximum": 65500
        }
    """#
}
