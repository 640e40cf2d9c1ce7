extension Mistake {
  /// Job files that name outputs, or keys, wrongly.
  static let outputs = [
    Mistake(
      "a picture of two formats",
      [
        "job.yaml": """
        version: 1
        sources: ["mixed/*"]
        outputs: [{path: "{stem}.jpg"}]

        """,
        "mixed/a.jpg": "x",
        "mixed/a.png": "x",
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'a.jpg' would be written for both 'mixed/a.jpg' and 'mixed/a.png': add {ext} or {name} to 'path', or set 'on_collision: fail_rows' to fail only these rows
      outputs: [{path: "{stem}.jpg"}]
                       ^

      """
    ),
    Mistake(
      "one path for all",
      [
        "job.yaml": """
        version: 1
        sources: ["photos/*.jpg"]
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'x.jpg' would be written for both 'photos/a.jpg' and 'photos/b.jpg': add {stem} or {name} to 'path', or set 'on_collision: fail_rows' to fail only these rows
      outputs: [{path: x.jpg}]
                       ^

      """
    ),
    Mistake(
      "one width for two sizes",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: "{width}.jpg", resize: "400,"}, {path: "{width}.jpg", resize: "800,"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:57: error: '64.jpg' would be written twice for 'photos/a.jpg', by the output in line 3 too: the picture is smaller than both sizes: in place of {width} or {height}, write the size that is asked for, or set 'on_collision: fail_rows' to fail only these rows
      outputs: [{path: "{width}.jpg", resize: "400,"}, {path: "{width}.jpg", resize: "800,"}]
                                                              ^

      """
    ),
    Mistake(
      "one path for two ids",
      [
        "job.yaml": """
        version: 1
        sources: [{path: photos/a.jpg, id: left}, {path: photos/a.jpg, id: right}]
        outputs: [{path: "{stem}.jpg"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'a.jpg' would be written for both 'photos/a.jpg' (id 'left') and 'photos/a.jpg' (id 'right'): add {id} to 'path', or set 'on_collision: fail_rows' to fail only these rows
      outputs: [{path: "{stem}.jpg"}]
                       ^

      """
    ),
    Mistake(
      "cover of one side",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, resize: {width: 100, fit: cover}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:51: error: 'fit: cover' needs 'width' and 'height': add 'height', or leave out 'fit' to have 'width' alone keep the aspect
      outputs: [{path: x.jpg, resize: {width: 100, fit: cover}}]
                                                        ^

      """
    ),
    Mistake(
      "contain of one side",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, resize: {height: 100, fit: contain}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:52: error: 'fit: contain' needs 'width' and 'height': add 'width', or leave out 'fit' to have 'height' alone keep the aspect
      outputs: [{path: x.jpg, resize: {height: 100, fit: contain}}]
                                                         ^

      """
    ),
    Mistake(
      "an extension of another format",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, format: webp}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'x.jpg' ends as jpeg does, and 'format' is webp: end it in '.webp', or change 'format'
      outputs: [{path: x.jpg, format: webp}]
                       ^

      """
    ),
    Mistake(
      "an extension of another format than the job's",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        format: png
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:4:18: error: 'x.jpg' ends as jpeg does, and 'format' is png: end it in '.png', or change 'format'
      outputs: [{path: x.jpg}]
                       ^

      """
    ),
    Mistake(
      "an extension that isn't known",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpq}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: the format can't be told from 'x.jpq': end the path in '.jpg', '.png', '.tif', '.webp' or '.avif', or add 'format'
      outputs: [{path: x.jpq}]
                       ^

      """
    ),
    Mistake(
      "w and h",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, resize: {w: 100, h: 50}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:34: error: unknown key 'w': did you mean 'width'?
      outputs: [{path: x.jpg, resize: {w: 100, h: 50}}]
                                       ^
      job.yaml:3:42: error: unknown key 'h': did you mean 'height'?
      outputs: [{path: x.jpg, resize: {w: 100, h: 50}}]
                                               ^

      """
    ),
    Mistake(
      "left and top",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, crop: {left: 1, top: 2, width: 9, height: 9}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:32: error: unknown key 'left': did you mean 'x'?
      outputs: [{path: x.jpg, crop: {left: 1, top: 2, width: 9, height: 9}}]
                                     ^
      job.yaml:3:41: error: unknown key 'top': did you mean 'y'?
      outputs: [{path: x.jpg, crop: {left: 1, top: 2, width: 9, height: 9}}]
                                              ^

      """
    ),
    Mistake(
      "rotate in an output",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, rotate: 90}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:25: error: unknown key 'rotate': pictures are turned by their EXIF tag as 'orientation' says; 'exif_orientation' in an entry of 'sources' takes the tag's place
      outputs: [{path: x.jpg, rotate: 90}]
                              ^

      """
    ),
    Mistake(
      "rotate in resize",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, resize: {width: 9, rotate: 90}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:44: error: unknown key 'rotate': pictures are turned by their EXIF tag as 'orientation' says; 'exif_orientation' in an entry of 'sources' takes the tag's place
      outputs: [{path: x.jpg, resize: {width: 9, rotate: 90}}]
                                                 ^

      """
    ),
    Mistake(
      "output in place of outputs",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        output: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:1: error: unknown key 'output': did you mean 'outputs'?
      output: [{path: x.jpg}]
      ^

      """
    ),
    Mistake(
      "a key at the wrong level",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        fit: cover
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:1: error: 'fit' doesn't belong here: it goes in 'resize'
      fit: cover
      ^

      """
    ),
    Mistake(
      "a misspelt value",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg, resize: {width: 9, height: 9, fit: covr}}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:60: error: 'fit' must be 'inside', 'outside', 'cover', 'contain' or 'fill', not 'covr'
      outputs: [{path: x.jpg, resize: {width: 9, height: 9, fit: covr}}]
                                                                 ^

      """
    ),
    Mistake(
      "a quality above 100",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        quality: 101
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:10: error: 'quality' must be a whole number from 1 to 100, not '101'
      quality: 101
               ^

      """
    ),
    Mistake(
      "a collision rule that isn't known",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        on_collision: skip
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:15: error: 'on_collision' must be 'refuse' or 'fail_rows', not 'skip'
      on_collision: skip
                    ^

      """
    ),
    Mistake(
      "a variable that isn't known",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: "{filename}.jpg"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: an output path has no variable '{filename}'; there are {stem} {name} {ext} {dir} {id} {index} {page} {width} {height} {hash8} {job} {category} {box_index} {split} {folder}
      outputs: [{path: "{filename}.jpg"}]
                       ^

      """
    ),
    Mistake(
      "an output over its source",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: "photos/{stem}.jpg"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'photos/a.jpg' would overwrite a source: change 'path', or set 'output_root' to another folder
      outputs: [{path: "photos/{stem}.jpg"}]
                       ^
      job.yaml:3:18: error: 'photos/a.jpg' would be a source of the next run, since 'photos/a.jpg' matches it: write elsewhere, or add it to 'exclude'
      outputs: [{path: "photos/{stem}.jpg"}]
                       ^

      """
    ),
    Mistake(
      "an output that would be a source",
      [
        "job.yaml": """
        version: 1
        sources: ["photos/*.jpg"]
        outputs: [{path: "photos/{stem}-small.jpg"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: 'photos/a-small.jpg' would be a source of the next run, since 'photos/*.jpg' matches it: write elsewhere, or add it to 'exclude'
      outputs: [{path: "photos/{stem}-small.jpg"}]
                       ^
      job.yaml:3:18: error: 'photos/b-small.jpg' would be a source of the next run, since 'photos/*.jpg' matches it: write elsewhere, or add it to 'exclude'
      outputs: [{path: "photos/{stem}-small.jpg"}]
                       ^

      """
    ),
    Mistake(
      "a path that climbs",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: "../x.jpg"}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:18: error: an output path has a segment '..'
      outputs: [{path: "../x.jpg"}]
                       ^

      """
    ),
    Mistake(
      "a tab",
      [
        "job.yaml": """
        version: 1
        sources:
        	- photos/a.jpg

        """
      ],
      "plan job.yaml",
      """
      job.yaml:3:1: error: YAML is not indented with tabs; use spaces
      	- photos/a.jpg
      ^

      """
    ),
    Mistake(
      "no version",
      [
        "job.yaml": """
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "plan job.yaml",
      """
      job.yaml:1:1: error: 'version' is missing; write 'version: 1'
      sources: [photos/a.jpg]
      ^

      """
    ),
  ]
}
