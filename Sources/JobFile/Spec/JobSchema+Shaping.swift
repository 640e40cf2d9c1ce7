extension JobSchema {
  /// Boxes and sizes, and the parts of `crop`, `resize` and `exports`.
  static let shapingDefinitions = #"""
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
