import TestSupport
import Testing

/// Wrong values in job files, each with its whole error text as the binary prints it.
struct WrongJobValueTests {
  static let wrong: [WrongJobTests.Wrong] = [
    .init(
      "a misspelt source key",
      """
      version: 1
      sources: [{path: photos/a.jpg, optinal: true}]
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:2:32: error: unknown key 'optinal': did you mean 'optional'?
      sources: [{path: photos/a.jpg, optinal: true}]
                                     ^

      """),
    .init(
      "a number where a word stands",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, quality: high}]
      """,
      """
      job.yaml:3:34: error: 'quality' must be a whole number from 1 to 100, not 'high'
      outputs: [{path: x.jpg, quality: high}]
                                       ^

      """),
    .init(
      "a quality out of range",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, quality: 101}]
      """,
      """
      job.yaml:3:34: error: 'quality' must be a whole number from 1 to 100, not '101'
      outputs: [{path: x.jpg, quality: 101}]
                                       ^

      """),
    .init(
      "a mapping in place of a path",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: {stem}.jpg}]
      """,
      """
      job.yaml:3:18: error: put the text in quotes: "{stem}.jpg"
      outputs: [{path: {stem}.jpg}]
                       ^

      """),
    .init(
      "a colour that YAML takes for a comment",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs:
        - path: x.jpg
          background: #fff
      """,
      """
      job.yaml:5:17: error: 'background' has no value: '#' begins a comment; if it is text, put it \
      in quotes: "#fff"
          background: #fff
                      ^

      """),
    .init(
      "an unknown fit",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, resize: {width: 5, height: 5, fit: covr}}]
      """,
      """
      job.yaml:3:60: error: 'fit' must be 'inside', 'outside', 'cover', 'contain', 'fill' or 'letterbox', not 'covr'
      outputs: [{path: x.jpg, resize: {width: 5, height: 5, fit: covr}}]
                                                                 ^

      """),
    .init(
      "gravity and focus",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, crop: {aspect: "1:1", gravity: north, focus: {x: 1, y: 1}}}]
      """,
      """
      job.yaml:3:70: error: 'focus' and 'gravity' can't stand together
      outputs: [{path: x.jpg, crop: {aspect: "1:1", gravity: north, focus: {x: 1, y: 1}}}]
                                                                           ^

      """),
    .init(
      "a box of an unknown format",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, crop: {box: [1, 2, 3, 4], format: coca}}]
      """,
      """
      job.yaml:3:59: error: 'format' must be 'coco', 'voc', 'voc1', 'yolo', 'albumentations', \
      'openimages', 'tfds' or 'label-studio', not 'coca'
      outputs: [{path: x.jpg, crop: {box: [1, 2, 3, 4], format: coca}}]
                                                                ^

      """),
    .init(
      "a normalised box out of range",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, crop: {box: [0.5, 0.5, 2, 1], format: yolo}}]
      """,
      """
      job.yaml:3:48: error: an entry of 'box' must be a number from 0 to 1 in the format 'yolo', not '2'
      outputs: [{path: x.jpg, crop: {box: [0.5, 0.5, 2, 1], format: yolo}}]
                                                     ^

      """),
    .init(
      "a region that is none",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg, crop: "10,20,30"}]
      """,
      """
      job.yaml:3:31: error: 'crop' must be 'full', 'square', "x,y,width,height", \
      "pct:x,y,width,height", "WxH+X+Y" or a mapping, not '10,20,30'
      outputs: [{path: x.jpg, crop: "10,20,30"}]
                                    ^

      """),
    .init(
      "an orientation tag above 8",
      """
      version: 1
      sources: [{path: photos/a.jpg, exif_orientation: 9}]
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:2:50: error: 'exif_orientation' must be a whole number from 1 to 8, not '9'
      sources: [{path: photos/a.jpg, exif_orientation: 9}]
                                                       ^

      """),
    .init(
      "an id on a glob",
      """
      version: 1
      sources: [{glob: "photos/*.jpg", id: one}]
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:2:38: error: 'id' goes with 'path' and 'parquet' only: other entries may name many files
      sources: [{glob: "photos/*.jpg", id: one}]
                                           ^

      """),
    .init(
      "a second document",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg}]
      ---
      version: 1
      """,
      """
      job.yaml:4:1: error: a second document begins here; a job file holds only one
      ---
      ^

      """),
    .init(
      "an anchor",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: &p x.jpg}]
      """,
      """
      job.yaml:3:18: error: anchors are not used in job files; if it is text, put it in quotes: "&p x.jpg"
      outputs: [{path: &p x.jpg}]
                       ^

      """),
    .init(
      "a key that stands twice",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg}]
      name: a
      name: b
      """,
      """
      job.yaml:5:1: error: 'name' is here twice; the first is in line 4
      name: b
      ^

      """),
    .init(
      "a version of the future",
      """
      version: 2
      sources: [photos/a.jpg]
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:1:10: error: 'version' must be 1, not '2'
      version: 2
               ^

      """),
    .init(
      "nothing to do it to",
      """
      version: 1
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:1:1: error: 'sources' is missing
      version: 1
      ^

      """),
    .init(
      "a size without a unit that is known",
      """
      version: 1
      sources: [photos/a.jpg]
      limits: {max_pixels: 5XP}
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:3:22: error: 'max_pixels' must be a number of pixels above 0, as in 100MP, not '5XP'
      limits: {max_pixels: 5XP}
                           ^

      """),
    .init(
      "a format of a later version",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jxl}]
      """,
      """
      job.yaml:3:18: error: the format can't be told from 'x.jxl': end the path in \
      '.jpg', '.png', '.tif', '.webp', '.avif' or '.gif', or add 'format'
      outputs: [{path: x.jxl}]
                       ^

      """),
  ]

  @Test("Whole error texts of wrong values", arguments: wrong)
  func wholeText(wrong: WrongJobTests.Wrong) throws { try wrong.check() }
}
