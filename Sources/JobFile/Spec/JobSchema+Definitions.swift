extension JobSchema {
  /// Sources and outputs, and their parts, that `properties` of the schema refer to.
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
            "page": {"$ref": "#/definitions/pages"},
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
            "page": {"$ref": "#/definitions/pages"},
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
        "pages": {
          "description": "Which page of a TIFF, or picture of a HEIC or AVIF, with several is taken; 0 is the first; all: each, as an image of its own.",
          "type": ["integer", "string"], "pattern": "^([0-9]+|all)$", "minimum": 0, "maximum": 65535,
          "default": 0
        },
        "optional": {
          "description": "true: it is no error when the entry matches nothing.",
          "type": ["boolean", "string"], "pattern": "^(true|false)$", "default": false
        },
        "output": {
          "type": "object", "required": ["path"], "additionalProperties": false,
          "properties": {
            "path": {
              "description": "The file to write, in quotes: {dir} {stem} {name} {ext} {id} {index} {page} {width} {height} {hash8} {job}, of boxes {category} {box_index}, of keys of the job {split} {folder}.",
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
            "speed": {"$ref": "#/definitions/speed"},
            "encode": {"$ref": "#/definitions/encode"}
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
              "description": "What is kept: groups, tags of EXIF, properties of XMP; an empty list keeps nothing.",
              "type": "array", "items": {"$ref": "#/definitions/metadataName"}, "default": ["icc", "resolution"]
            },
            "drop": {
              "description": "What is left out of what is kept. The narrowest name decides: a tag, then gps, copyright, maker_notes or resolution, then exif, xmp or iptc.",
              "type": "array", "items": {"$ref": "#/definitions/metadataName"}, "default": []
            },
            "gps": {
              "description": "keep or drop places in kept EXIF and XMP.",
              "enum": ["keep", "drop"], "default": "drop"
            }
          }
        },
        "metadataName": {
          "anyOf": [
            {"enum": ["icc", "exif", "gps", "xmp", "iptc", "comment", "copyright", "maker_notes", "resolution"]},
            {"description": "A tag of EXIF.", "type": "string", "pattern": "^[A-Z][A-Za-z0-9]+$"},
            {
              "description": "A property of XMP.",
              "type": "string",
              "pattern": "^(dc|xmp|xmpRights|xmpMM|tiff|exif|exifEX|aux|crs|photoshop|lr|Iptc4xmpCore|Iptc4xmpExt|plus|mwg-rs|MP|xmpNote|GPano):.+$"
            }
          ]
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
        }
    """#
}
