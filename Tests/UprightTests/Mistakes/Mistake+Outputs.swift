extension Mistake {
  /// Job files that name outputs, or keys, wrongly.
  static let outputs = [
    Mistake(
      "URLs in place of folders and files to write",
      """
      version: 1
      sources: [photos/a.jpg]
      output_root: https://example.org/thumbs
      manifest: https://example.org/m.jsonl
      outputs: [{path: "s3://bucket/{stem}.jpg"}]
      exports:
        - {format: webdataset, max_count: 3, path: "s3://bucket/{shard}.tar"}
      """,
      (3, 14, "'https://example.org/thumbs' is a URL: outputs go into a folder or a bucket, name one"),
      (4, 11, "'https://example.org/m.jsonl' is a URL: the manifest is a file, name one"),
      (5, 18, "an output path is relative to 'output_root' and can't be a URL: name a file"),
      (7, 46, "a path of 'exports' is relative to 'output_root' and can't be a URL: name a file")
    ),
    Mistake(
      "frames where no frames can be",
      """
      version: 1
      max_bytes: 1MB
      sources: [photos/a.jpg]
      outputs:
        - {path: a.jpg, frames: all}
        - {path: "a.{ext}", format: same, frames: all}
        - {path: b.webp, frames: all, max_bytes: 9KB}
        - {path: c.webp, frames: some}
      """,
      (2, 12, "'max_bytes' can't stand with 'frames: all'"),
      (5, 27, "'frames: all' needs 'format: webp' or 'format: gif', and this output is jpeg"),
      (6, 45, "'frames: all' needs 'format: webp' or 'format: gif', and this output has its source's format"),
      (7, 44, "'max_bytes' can't stand with 'frames: all'"),
      (8, 28, "'frames' must be 'first' or 'all', not 'some'")
    ),
    Mistake(
      "a picture of two formats",
      """
      version: 1
      sources: ["mixed/*"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      beside: [
        "mixed/a.jpg": "x",
        "mixed/a.png": "x",
      ],
      (
        3, 18,
        "'a.jpg' would be written for both 'mixed/a.jpg' and 'mixed/a.png': add {ext} or {name} to 'path', or set 'on_collision: fail_rows' to fail only these rows"
      )
    ),
    Mistake(
      "one path for all",
      """
      version: 1
      sources: ["photos/*.jpg"]
      outputs: [{path: x.jpg}]
      """,
      (
        3, 18,
        "'x.jpg' would be written for both 'photos/a.jpg' and 'photos/b.jpg': add {stem} or {name} to 'path', or set 'on_collision: fail_rows' to fail only these rows"
      )
    ),
    Mistake(
      "one width for two sizes",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: "{width}.jpg", resize: "400,"}, {path: "{width}.jpg", resize: "800,"}]
      """,
      (
        3, 57,
        "'64.jpg' would be written twice for 'photos/a.jpg', by the output in line 3 too: the picture is smaller than both sizes: in place of {width} or {height}, write the size that is asked for, or set 'on_collision: fail_rows' to fail only these rows"
      )
    ),
    Mistake(
      "one path for two ids",
      """
      version: 1
      sources: [{path: photos/a.jpg, id: left}, {path: photos/a.jpg, id: right}]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        3, 18,
        "'a.jpg' would be written for both 'photos/a.jpg' (id 'left') and 'photos/a.jpg' (id 'right'): add {id} to 'path', or set 'on_collision: fail_rows' to fail only these rows"
      )
    ),
    Mistake(
      "cover of one side",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {width: 100, fit: cover}}]
      """,
      (
        3, 51,
        "'fit: cover' needs 'width' and 'height': add 'height', or leave out 'fit' to have 'width' alone keep the aspect"
      )
    ),
    Mistake(
      "contain of one side",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {height: 100, fit: contain}}]
      """,
      (
        3, 52,
        "'fit: contain' needs 'width' and 'height': add 'width', or leave out 'fit' to have 'height' alone keep the aspect"
      )
    ),
    Mistake(
      "an extension of another format",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, format: webp}]
      """,
      (3, 18, "'x.jpg' ends as jpeg does, and 'format' is webp: end it in '.webp', or change 'format'")
    ),
    Mistake(
      "an extension of another format than the job's",
      """
      version: 1
      sources: [photos/a.jpg]
      format: png
      outputs: [{path: x.jpg}]
      """,
      (4, 18, "'x.jpg' ends as jpeg does, and 'format' is png: end it in '.png', or change 'format'")
    ),
    Mistake(
      "an extension that isn't known",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpq}]
      """,
      (
        3, 18,
        "the format can't be told from 'x.jpq': end the path in '.jpg', '.png', '.tif', '.webp', '.avif' or '.gif', or add 'format'"
      )
    ),
    Mistake(
      "w and h",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {w: 100, h: 50}}]
      """,
      (3, 34, "unknown key 'w': did you mean 'width'?"),
      (3, 42, "unknown key 'h': did you mean 'height'?")
    ),
    Mistake(
      "left and top",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, crop: {left: 1, top: 2, width: 9, height: 9}}]
      """,
      (3, 32, "unknown key 'left': did you mean 'x'?"),
      (3, 41, "unknown key 'top': did you mean 'y'?")
    ),
    Mistake(
      "rotate in an output",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, rotate: 90}]
      """,
      (
        3, 25,
        "unknown key 'rotate': pictures are turned by their EXIF tag as 'orientation' says; 'exif_orientation' in an entry of 'sources' takes the tag's place"
      )
    ),
    Mistake(
      "rotate in resize",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {width: 9, rotate: 90}}]
      """,
      (
        3, 44,
        "unknown key 'rotate': pictures are turned by their EXIF tag as 'orientation' says; 'exif_orientation' in an entry of 'sources' takes the tag's place"
      )
    ),
    Mistake(
      "output in place of outputs",
      """
      version: 1
      sources: [photos/a.jpg]
      output: [{path: x.jpg}]
      """,
      (3, 1, "unknown key 'output': did you mean 'outputs'?")
    ),
    Mistake(
      "a key at the wrong level",
      """
      version: 1
      sources: [photos/a.jpg]
      fit: cover
      outputs: [{path: x.jpg}]
      """,
      (3, 1, "'fit' doesn't belong here: it goes in 'resize'")
    ),
    Mistake(
      "a misspelt value",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {width: 9, height: 9, fit: covr}}]
      """,
      (3, 60, "'fit' must be 'inside', 'outside', 'cover', 'contain', 'fill' or 'letterbox', not 'covr'")
    ),
    Mistake(
      "a quality above 100",
      """
      version: 1
      sources: [photos/a.jpg]
      quality: 101
      outputs: [{path: x.jpg}]
      """,
      (3, 10, "'quality' must be a whole number from 1 to 100, not '101'")
    ),
    Mistake(
      "a collision rule that isn't known",
      """
      version: 1
      sources: [photos/a.jpg]
      on_collision: skip
      outputs: [{path: x.jpg}]
      """,
      (3, 15, "'on_collision' must be 'refuse' or 'fail_rows', not 'skip'")
    ),
    Mistake(
      "a variable that isn't known",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: "{filename}.jpg"}]
      """,
      (
        3, 18,
        "an output path has no variable '{filename}'; there are {stem} {name} {ext} {dir} {id} {index} {page} {width} {height} {hash8} {job} {category} {box_index} {split} {folder} {format} {bucket} {row} {col} {x} {y} {content8}"
      )
    ),
    Mistake(
      "an output over its source",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: "photos/{stem}.jpg"}]
      """,
      (
        3, 18,
        "'photos/a.jpg' would overwrite a source: change 'path', or set 'output_root' to another folder"
      ),
      (
        3, 18,
        "'photos/a.jpg' would be a source of the next run, since 'photos/a.jpg' matches it: write elsewhere, or add it to 'exclude'"
      )
    ),
    Mistake(
      "an output that would be a source",
      """
      version: 1
      sources: ["photos/*.jpg"]
      outputs: [{path: "photos/{stem}-small.jpg"}]
      """,
      (
        3, 18,
        "'photos/a-small.jpg' would be a source of the next run, since 'photos/*.jpg' matches it: write elsewhere, or add it to 'exclude'"
      ),
      (
        3, 18,
        "'photos/b-small.jpg' would be a source of the next run, since 'photos/*.jpg' matches it: write elsewhere, or add it to 'exclude'"
      )
    ),
    Mistake(
      "a path that climbs",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: "../x.jpg"}]
      """,
      (3, 18, "an output path has a segment '..'")
    ),
    Mistake(
      "a tab",
      """
      version: 1
      sources:
      	- photos/a.jpg
      """,
      (3, 1, "YAML is not indented with tabs; use spaces")
    ),
    Mistake(
      "no version",
      """
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg}]
      """,
      (1, 1, "'version' is missing; write 'version: 1'")
    ),
  ]
}
