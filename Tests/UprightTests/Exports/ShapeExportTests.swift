import TestSupport
import Testing

/// Shapes of annotation files in exports, by hand.
struct ShapeExportTests {
  /// A photo of 64x48, turned by 90 degrees and made at half size: 24x32. The square of the second object lies by a
  /// quarter in the photo, which is 48x64 as shown.
  private static func studio(
    _ exports: String, path: String = "images/{stem}.jpg", keys: String = ""
  ) throws -> Studio {
    let studio = try Studio()
    try studio.add(.tagged(6, seed: 1), "photos/a.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 48, "height": 64}],
       "categories": [{"id": 4, "name": "cat", "keypoints": ["nose", "ear", "tail"], "skeleton": [[1, 2]]}],
       "annotations": [
        {"id": 1, "image_id": 1, "category_id": 4, "bbox": [8, 16, 20, 24], "iscrowd": 1,
         "segmentation": [[8, 16, 28, 16, 28, 40]], "keypoints": [10, 20, 2, 60, 70, 1, 3, 3, 0]},
        {"id": 2, "image_id": 1, "category_id": 4, "bbox": [40, 56, 16, 16],
         "segmentation": [[40, 56, 56, 56, 56, 72, 40, 72]]}]}
      """, to: "boxes.json")
    try studio.job(
      """
      sources:
        annotations: boxes.json
        format: coco
        images: photos
        space: display
        shapes: [polygons, keypoints]
        crop: full
      output_root: out
      outputs: [{path: "\(path)", resize: "pct:50"}]
      exports: \(exports)
      \(keys)
      """)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  @Test("COCO, ImageFolder and YOLO's polygons")
  func polygons() throws {
    let studio = try Self.studio(
      """
      [{format: coco, path: all.json, min_visible: "26%"}, {format: yolo-seg, path: classes.txt, min_visible: "26%"},
       {format: hf-imagefolder, path: metadata.jsonl, min_visible: "26%"}]
      """)
    #expect(
      try studio.text("out/all.json") == """
        {"info":{"description":"job"},"categories":[{"id":1,"name":"cat","keypoints":["nose","ear","tail"],"skeleton":[[1,2]]}],
        "images":[
        {"id":1,"file_name":"images/a.jpg","width":24,"height":32}
        ],
        "annotations":[
        {"id":1,"image_id":1,"category_id":1,"bbox":[4.0,8.0,10.0,12.0],"area":60.0,"iscrowd":1,"segmentation":[[4.0,8.0,14.0,8.0,14.0,20.0]],"keypoints":[5.0,10.0,2.0,0.0,0.0,0.0,0.0,0.0,0.0],"num_keypoints":1,"visible":1.0,"source_id":"1"}
        ]}

        """)
    #expect(
      try studio.text("out/labels/a.txt") == "0 0.166667 0.250000 0.583333 0.250000 0.583333 0.625000\n")
    let objects =
      #""id":["1"],"segmentation":[[[4.0,8.0,14.0,8.0,14.0,20.0]]],"keypoints":[[5.0,10.0,2.0,0.0"#
    #expect(try studio.text("out/metadata.jsonl").contains(objects))
  }

  @Test(
    "An object whose outline crosses itself is listed with the area that it covers, as a whole and in tiles")
  func bow() throws {
    let studio = try Studio()
    try studio.add(Picture(width: 70, height: 70), "photos/a.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "bow"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 50, 50],
        "segmentation": [[10, 10, 60, 60, 60, 10, 10, 60]]}]}
      """, to: "boxes.json")
    // Two triangles of 50 * 25 / 2. Half of each lies in the upper tile.
    for (keys, rows) in [
      ("crop: full", ["\"bbox\":[10.0,10.0,50.0,50.0],\"area\":1250.0,"]),
      (
        "tiles: {width: 70, height: 35}",
        [
          "\"bbox\":[10.0,10.0,50.0,25.0],\"area\":625.0,",
          "\"bbox\":[10.0,0.0,50.0,25.0],\"area\":625.0,",
        ]
      ),
    ] {
      try studio.job(
        """
        sources: {annotations: boxes.json, format: coco, images: photos, space: display, shapes: polygons, \(keys)}
        output_root: out
        outputs: [{path: "{stem}\(rows.count > 1 ? "-{row}" : "").jpg"}]
        exports: [{format: coco, path: all.json, min_visible: "50%"}, {format: yolo-seg, path: classes.txt}]
        """)
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      let lines = try studio.text("out/all.json").split(separator: "\n").filter { $0.contains("\"bbox\"") }
      #expect(lines.count == rows.count)
      for (line, row) in zip(lines, rows) {
        #expect(line.contains(row) && line.contains("\"visible\":\(1.0 / Double(rows.count)),"), "\(line)")
      }
    }
    #expect(try studio.text("out/a-000001.txt").hasPrefix("0 "))
  }

  @Test("YOLO's keypoints and DOTA's corners")
  func poses() throws {
    let studio = try Self.studio("[{format: yolo-pose, path: classes.txt}, {format: dota}]")
    let none = " 0.000000 0.000000 0"
    #expect(
      try studio.text("out/labels/a.txt")
        == "0 0.375000 0.437500 0.416667 0.375000 0.208333 0.312500 2\(none)\(none)\n"
        + "0 0.916667 0.937500 0.166667 0.125000\(none)\(none)\(none)\n")
    #expect(
      try studio.text("out/labelTxt/a.txt")
        == "4.0 8.0 14.0 8.0 14.0 20.0 4.0 20.0 cat 0\n20.0 28.0 24.0 28.0 24.0 32.0 20.0 32.0 cat 0\n")
    let preview = try studio.upright("preview", "job.yaml")
    #expect(preview.ending == .exit(0))
    let page = try studio.text("job.preview.html")
    #expect(page.contains(#"<polygon class="box" points="8,16 28,16 28,40"/>"#))
    #expect(page.contains(#"<circle class="box" cx="10" cy="20""#))
    #expect(!page.contains(#"<circle class="box" cx="3" cy="3""#))
  }

  @Test("Ultralytics' data.yaml tells the number of keypoints")
  func dataOfPoses() throws {
    let studio = try Self.studio(
      "[{format: yolo-pose, path: classes.txt}, {format: ultralytics, path: data.yaml}]",
      path: "images/{split}/{stem}.jpg", keys: "split: {train: 100%, val: 0%}")
    #expect(
      try studio.text("out/data.yaml") == """
        train: "images/train"
        val: "images/val"
        names:
          0: "cat"
        kpt_shape: [3, 3]

        """)
  }

  @Test("Masks in exports, plans and previews; a mask of another size fails its picture")
  func masks() throws {
    let studio = try Studio()
    // Both are stored as 6x4 and shown as 4x6.
    try studio.add(.tagged(6, width: 6, height: 4), "a.jpg")
    try studio.add(.tagged(6, width: 6, height: 4), "b.jpg")
    // As stored: rows 1 and 2 of column 1, and rows 0 and 1 of column 2.
    let mask = #"{"counts": [5, 2, 1, 2, 14], "size": [4, 6]}"#
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}],
       "categories": [{"id": 4, "name": "cat"}],
       "annotations": [
        {"image_id": 1, "category_id": 4, "bbox": [1, 0, 2, 3], "iscrowd": 1, "segmentation": \(mask)},
        {"image_id": 2, "category_id": 4, "bbox": [1, 0, 2, 3], "segmentation": {"counts": [24], "size": [6, 4]}}]}
      """, to: "boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, space: stored, shapes: masks, crop: full}
      output_root: out
      outputs: [{path: "{stem}.png", crop: "3x4+1+1"}]
      exports: [{format: coco, path: all.json}, {format: hf-imagefolder, path: metadata.jsonl}]
      """)
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(1))
    let fault = "boxes.json, annotation 2: the mask is 4x6, and the picture is 6x4 as stored"
    #expect(try studio.text("job.manifest.jsonl").contains(fault))
    // As shown, column 3 - y and row x: 1 and 2 in row 1, 2 and 3 in row 2. In the crop, 0 and 1 in row 0, 1 and 2 in
    // row 1: column 0 has a sample, column 1 two and column 2 one.
    #expect(
      try studio.text("out/all.json").contains(
        #""bbox":[0.0,0.0,3.0,2.0],"area":4.0,"iscrowd":1,"segmentation":{"size":[4,3],"counts":"01310OO"},"visible":1.0"#
      ))
    #expect(try studio.text("out/metadata.jsonl").contains(#""mask":["01310OO"]"#))
    let plan = try studio.upright("plan", "--json", "job.yaml")
    #expect(plan.stdout.contains(#""shape":{"mask":{"size":[4,6],"counts":"5210="},"crowd":true}"#))
    #expect(try studio.upright("preview", "job.yaml").ending == .exit(0))
    let path = #"<path class="mask" d="M1 1h1v1H1zM2 1h1v2H2zM3 2h1v1H3z"/>"#
    #expect(try studio.text("job.preview.html").contains(path))
  }
}
