/// The JSON Schema of job files, draft 7, for editors.
///
/// It accepts every valid job file. Some mistakes only the reader finds: what concerns several keys at once, and
/// numbers that are written as text.
package struct JobSchema {
  /// The schema, ended by a newline; `schema/job-v1.json` holds the same bytes.
  package static let text = #"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "Upright job file, version 1",
      "description": "What to do with which pictures: orient, crop, resize, encode, always in this order.",
      "type": "object",
      "required": ["version", "sources", "outputs"],
      "additionalProperties": false,
      "properties": {
        "version": {"description": "The version of the job file's language.", "enum": [1, "1"]},
        "name": {
          "description": "The job's name, in paths and state. Default: the file's name without its extension.",
          "type": ["string", "number", "boolean"], "pattern": "^[^./][^/]*$", "maxLength": 200
        },
        "sources": {
          "description": "The pictures: patterns, and mappings with 'glob', 'path' or 'annotations'. One mapping means a list of one.",
          "anyOf": [
            {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/source"}},
            {"$ref": "#/definitions/globSource"},
            {"$ref": "#/definitions/pathSource"},
            {"$ref": "#/definitions/annotationSource"}
          ]
        },
        "exclude": {
          "description": "Patterns of files to leave out. They don't touch entries with 'path'.",
          "type": "array",
          "items": {"$ref": "#/definitions/text"}
        },
        "output_root": {
          "description": "The folder that no output leaves. Default: the job file's folder.",
          "type": ["string", "number", "boolean"], "minLength": 1
        },
        "outputs": {
          "description": "The files to make from each picture.",
          "type": "array", "minItems": 1,
          "items": {"$ref": "#/definitions/output"}
        },
        "orientation": {"$ref": "#/definitions/orientation"},
        "crop": {"$ref": "#/definitions/crop"},
        "resize": {"$ref": "#/definitions/resize"},
        "metadata": {"$ref": "#/definitions/metadata"},
        "background": {"$ref": "#/definitions/background"},
        "color": {"$ref": "#/definitions/color"},
        "decode": {
          "description": "How pictures are decoded.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "engine": {
              "description": "What decodes JPEGs: our own decoder where it takes them and pixels are resampled, libjpeg-turbo, or ours wherever it takes them.",
              "enum": ["auto", "libjpeg", "reduced"], "default": "auto"
            },
            "oversample": {
              "description": "Decoded samples that a scaled decode leaves for each output sample.",
              "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?$", "minimum": 1, "maximum": 8,
              "default": 2
            },
            "embedded_thumbnail": {
              "description": "Whether the small JPEG in a picture's EXIF serves the outputs that it has pixels enough for.",
              "enum": ["never", "when_large_enough"], "default": "never"
            },
            "on_corrupt": {
              "description": "Which damage fails a picture: every warning, data that doesn't decode, data that ends early, none.",
              "enum": ["warning", "error", "truncated", "none"], "default": "error"
            },
            "verify": {
              "description": "Where damage is looked for: down to the lowest crop, or in the full picture.",
              "enum": ["crop", "full"], "default": "crop"
            }
          }
        },
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
        "encode": {"$ref": "#/definitions/encode"},
        "on_error": {
          "description": "What a picture that can't be made means for the rest.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "policy": {
              "description": "continue: make the others; stop: start none after the first failure.",
              "enum": ["continue", "stop"], "default": "continue"
            },
            "max_failures": {
              "description": "Rows that may fail with exit status 0: a number, or per cent of all as in \"1%\".",
              "type": ["integer", "string"], "pattern": "^[0-9]+(\\.[0-9]+%|%)?$", "minimum": 0, "default": 0
            },
            "known": {
              "description": "Failures of unchanged content that the last run told: count them, or ignore them in the exit status.",
              "enum": ["count", "ignore"], "default": "count"
            }
          }
        },
        "limits": {
          "description": "What one picture may cost.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "max_pixels": {
              "description": "Pixels of a source, a padded crop and an output; millions as in 100MP.",
              "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?( ?MP)?$", "exclusiveMinimum": 0,
              "default": "100MP"
            },
            "max_file": {
              "description": "Bytes of a source: a number, alone or in KB, MB, GB, KiB, MiB or GiB.",
              "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?( ?[KMG]i?B)?$",
              "exclusiveMinimum": 0, "default": "256MiB"
            },
            "max_pages": {
              "description": "Pages of a source of which page: all takes each.",
              "type": ["integer", "string"], "pattern": "^[0-9]+$", "minimum": 1, "maximum": 4096,
              "default": 1000
            },
            "seconds_per_image": {
              "description": "Seconds from the first byte read to the last one written.",
              "type": ["number", "string"], "pattern": "^[0-9]+(\\.[0-9]+)?$", "exclusiveMinimum": 0,
              "maximum": 86400, "default": 30
            }
          }
        },
        "hash": {
          "description": "How sources and outputs are hashed for the manifest; none leaves its hashes null.",
          "enum": ["sha256", "none"], "default": "sha256"
        },
        "manifest": {
          "description": "The manifest's path. Default: NAME.manifest.jsonl in the base folder.",
          "type": ["string", "number", "boolean"], "minLength": 1
        },
        "isolation": {
          "description": "process: pictures are decoded in processes of their own; none: in threads, for trusted pictures.",
          "enum": ["process", "none"], "default": "process"
        },
        "sandbox": {
          "description": "How the kernel locks worker processes in: fully, or the job is refused; as far as it can; not at all.",
          "enum": ["require", "best-effort", "off", false], "default": "best-effort"
        },
        "durability": {
          "description": "What is flushed to disk before it counts as done: nothing, batches of images, each image.",
          "enum": ["none", "batch", "each"], "default": "batch"
        },
        "existing": {
          "description": "A file in an output's place that the job didn't make: replaced, kept, or an error.",
          "enum": ["replace", "keep", "error"], "default": "replace"
        },
        "on_collision": {
          "description": "Outputs that would have one path: the job is refused, or only their rows fail.",
          "enum": ["refuse", "fail_rows"], "default": "refuse"
        },
        "split": {
          "description": "Names of splits with their shares in per cent, together 100, for {split} in paths.",
          "type": "object", "minProperties": 1, "additionalProperties": false,
          "properties": {
            "by": {
              "description": "What is of one group, and so in one split, in quotes: {dir} {stem} {name} {ext} {hash8} {job}.",
              "type": "string", "pattern": "\\{", "default": "{dir}/{stem}"
            }
          },
          "patternProperties": {
            "^(?!by$)[A-Za-z0-9_-][A-Za-z0-9._-]*$": {
              "description": "The share of this split in per cent, as in 80%.",
              "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?%$"
            }
          }
        },
        "files_per_folder": {
          "description": "The most outputs of an entry of 'outputs' in a folder, for {folder} in paths.",
          "type": ["integer", "string"], "pattern": "^0*[1-9][0-9]*$", "minimum": 1, "maximum": 1000000
        },
        "exports": {
          "description": "Files for those who load the outputs: annotations that follow the pictures, and shards.",
          "type": "array", "minItems": 1,
          "items": {"$ref": "#/definitions/export"}
        }
      },
      "definitions": {
    \#(definitions),
    \#(encodingDefinitions),
    \#(shapingDefinitions)
      }
    }

    """#
}
