extension Mistake {
  /// Job files that name sources wrongly.
  static let sources = [
    Mistake(
      "a folder in place of a pattern",
      """
      version: 1
      sources: ["photos"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (2, 11, "'photos' is a folder: write 'photos/*.jpg' for files in it, or 'photos/**' for all below it")
    ),
    Mistake(
      "the home folder",
      """
      version: 1
      sources: ["~/pics/*.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (2, 11, "'~/pics/*.jpg' begins with '~', which no shell has replaced: write the home folder's path")
    ),
    Mistake(
      "the home folder of a path",
      """
      version: 1
      sources: [{path: "~/a.jpg"}]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (2, 18, "'~/a.jpg' begins with '~', which no shell has replaced: write the home folder's path")
    ),
    Mistake(
      "backslashes in a pattern",
      #"""
      version: 1
      sources: ['photos\*.jpg']
      outputs: [{path: "{stem}.jpg"}]
      """#,
      (2, 11, #"'photos\*.jpg' matches no file: between folders write '/' in place of '\'"#)
    ),
    Mistake(
      "backslashes in a path",
      #"""
      version: 1
      sources: [{path: 'photos\a.jpg'}]
      outputs: [{path: "{stem}.jpg"}]
      """#,
      (2, 18, #"'photos\a.jpg' matches no file: between folders write '/' in place of '\'"#)
    ),
    Mistake(
      "backslashes before letters",
      #"""
      version: 1
      sources: ['photos\a.jpg']
      outputs: [{path: "{stem}.jpg"}]
      """#,
      (2, 11, #"'\' may only stand before one of * ? [ ] { } , ! - ^ \; between folders write '/'"#)
    ),
    Mistake(
      "a URL with a wrong port",
      """
      version: 1
      sources: ["https://example.org:99999/a.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 11,
        "'https://example.org:99999/a.jpg' is no URL that can be fetched: its port isn't a number from 1 to 65535"
      )
    ),
    Mistake(
      "a URL in place of a path",
      """
      version: 1
      sources: [{path: "ftp://example.org/a.jpg"}]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 18,
        "'ftp://example.org/a.jpg' is a URL of another kind than http://, https:// and s3://: fetch it first"
      )
    ),
    Mistake(
      "a bucket whose name is too short, a box of a list, and state in a bucket",
      """
      version: 1
      sources:
        - s3://b/*.jpg
        - {list: urls.csv, box: b}
        - photos/*.jpg
      outputs: [{path: "{stem}.jpg"}]
      state: s3://bucket/state
      """,
      (
        3, 5,
        "'s3://b/*.jpg' is no URL of a bucket: its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"
      ),
      (4, 22, "'box' doesn't belong here: it goes in 'crop'"),
      (7, 8, "'s3://bucket/state' is a URL: state lies in a folder, name one")
    ),
    Mistake(
      "a cache without a folder, and one in a bucket",
      """
      version: 1
      sources: ["https://example.org/a.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      cache: {max: 5GB}
      """,
      (4, 8, "'folder' is missing: name the folder of the cache")
    ),
    Mistake(
      "a cache in a bucket, with a size of nothing",
      """
      version: 1
      sources: ["https://example.org/a.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      cache: {folder: "s3://bucket/kept", max: 0}
      """,
      (4, 17, "'s3://bucket/kept' is a URL: the cache is a folder, name one"),
      (
        4, 42,
        "'max' must be a number of bytes above 0, alone or in KB, MB, GB, KiB, MiB or GiB, as in 10GiB, not '0'"
      )
    ),
    Mistake(
      "a pattern that matches nothing",
      """
      version: 1
      sources: ["photos/*.png"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 11,
        #"'photos/*.png' matches no file; where that may be, write - {glob: "photos/*.png", optional: true}"#
      )
    ),
    Mistake(
      "a pattern in a folder that isn't there",
      """
      version: 1
      sources: ["pics/**/*.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 11,
        #"'pics/**/*.jpg' matches no file: there is no folder 'pics'; where that may be, write - {glob: "pics/**/*.jpg", optional: true}"#
      )
    ),
    Mistake(
      "a pattern with quotes that matches nothing",
      """
      version: 1
      sources: ['photos/"*.png']
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 11,
        #"'photos/"*.png' matches no file; where that may be, write - {glob: 'photos/"*.png', optional: true}"#
      )
    ),
    Mistake(
      "a pattern of which exclude takes all",
      """
      version: 1
      sources: ["photos/*.jpg"]
      exclude: ["**/*.jpg"]
      outputs: [{path: "{stem}.jpg"}]
      """,
      (
        2, 11,
        #"'photos/*.jpg' matches only files that 'exclude' takes out; where that may be, write - {glob: "photos/*.jpg", optional: true}"#
      )
    ),
    Mistake(
      "annotations without a box",
      """
      version: 1
      sources: [{annotations: a.json, format: label-studio, images: photos, space: display}]
      outputs: [{path: "{stem}.jpg"}]
      """,
      beside: [
        "a.json": """
        [{"data":{"image":"a.jpg"},"annotations":[{"result":[{"type":"polygonlabels","value":{"points":[[1,2],[3,4],[5,6]]}}]}]}]
        """
      ],
      (
        2, 25,
        "'a.json' holds no box that can be cut: polygons, points and brushes are passed over; write 'optional: true' beside it where that may be"
      )
    ),
    Mistake(
      "a folder of pictures that isn't there",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, images: pics, space: display}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      beside: [
        "a.csv": """
        image,x,y,width,height
        a.jpg,1,1,9,9
        b.jpg,1,1,9,9

        """
      ],
      (2, 25, "there is no folder 'pics', which 'images' names")
    ),
    Mistake(
      "a folder of other pictures",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, images: other, space: display}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      beside: [
        "a.csv": """
        image,x,y,width,height
        a.jpg,1,1,9,9
        b.jpg,1,1,9,9

        """,
        "other/c.jpg": "",
      ],
      (2, 25, "none of the 2 pictures that 'a.csv' names is there, 'other/a.jpg' first: change 'images'")
    ),
    Mistake(
      "annotations beside no pictures",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, space: display}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      beside: [
        "a.csv": """
        image,x,y,width,height
        a.jpg,1,1,9,9
        b.jpg,1,1,9,9

        """
      ],
      (
        2, 25,
        "none of the 2 pictures that 'a.csv' names is there, 'a.jpg' first: name their folder by 'images'"
      )
    ),
    Mistake(
      "boxes that are all too small",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, images: photos, space: display, min_size: 20}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      beside: [
        "a.csv": """
        image,x,y,width,height
        a.jpg,1,1,9,9

        """
      ],
      (
        2, 25,
        "'a.csv' holds only boxes that 'min_size' leaves out; write 'optional: true' beside it where that may be"
      )
    ),
    Mistake(
      "tiles that are all left out",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, images: photos, space: display}]
      outputs: [{path: "{stem}-{row}-{col}.jpg", tiles: {width: 9999, height: 9999, edge: drop, empty: drop}}]
      """,
      beside: [
        "a.csv": """
        image,x,y,width,height
        a.jpg,1,1,9,9

        """
      ],
      (
        2, 25,
        "'a.csv' gives no tile: all are left out by 'edge' and 'empty' of 'tiles'; write 'optional: true' beside it where that may be"
      )
    ),
    Mistake(
      "annotations that aren't there",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv, space: display}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      (2, 25, "there is no file or folder 'a.csv'")
    ),
    Mistake(
      "a category that no box has",
      [
        "job.yaml": """
        version: 1
        sources: [{annotations: a.csv, format: csv, images: photos, space: display, category: dgo}]
        outputs: [{path: "{stem}-{box_index}.jpg"}]

        """,
        "a.csv": """
        image,x,y,width,height,label
        a.jpg,1,1,9,9,dog

        """,
      ],
      "plan job.yaml",
      """
      job.yaml:2:87: error: no annotation has the category 'dgo'; did you mean 'dog'?
      ...s: [{annotations: a.csv, format: csv, images: photos, space: display, category: dgo}]
                                                                                         ^

      """
    ),
    Mistake(
      "annotations without a space",
      """
      version: 1
      sources: [{annotations: a.csv, format: csv}]
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """,
      (2, 11, "'annotations' needs 'space', since 'csv' doesn't say it: 'display', 'stored' or 'declared'")
    ),
    Mistake(
      "a CSV with two columns of one name",
      [
        "job.yaml": """
        version: 1
        sources: [{annotations: a.csv, format: csv, images: photos, space: display}]
        outputs: [{path: "{stem}-{box_index}.jpg"}]

        """,
        "a.csv": """
        image,width,height,x,y,width,height
        a.jpg,64,48,1,1,9,9

        """,
      ],
      "run job.yaml", status: 1,
      """
      a.csv: failed: line 1: the column 'width' is there twice: give one of the two another name (bad_annotation)
      job: 0 of 1 output made from 1 image, 1 failed; 0 B; manifest job.manifest.jsonl

      """
    ),
  ]
}
