import ImageModel
import Testing

@testable import JobFile

/// `exports` in a job file.
@Suite struct ExportTests {
  private static let boxes = "{annotations: a.json, format: coco, space: display}"

  private func read(_ keys: String) throws -> JobSpec {
    let head = "version: 1\nsources: \(Self.boxes)\noutputs: [{path: \"{stem}.jpg\"}]\n"
    return try JobFileReader.read(text: Array((head + keys).utf8), file: "job.yaml").get()
  }

  @Test func entries() throws {
    let spec = try read(
      """
      split: {train: 100%}
      exports:
        - {format: coco, path: "{job}/{split}.json", min_visible: "12.5%"}
        - format: voc
        - {format: webdataset, path: "{shard}.tar", max_count: 10, max_size: 5MB}
        - {format: zip, path: "{split}.zip"}
        - {format: parquet, path: "{shard}.parquet", max_count: 7}
      """)
    #expect(spec.exports.map(\.format) == [.coco, .voc, .webdataset, .zip, .parquet])
    #expect(
      spec.exports.map(\.path?.text)
        == ["{job}/{split}.json", nil, "{shard}.tar", "{split}.zip", "{shard}.parquet"]
    )
    #expect(spec.exports.map(\.minVisible) == [12.5, nil, nil, nil, nil])
    #expect(spec.exports.map(\.shards.count) == [.max, .max, 10, .max, 7])
    #expect(spec.exports.map(\.shards.bytes) == [.max, .max, 5_000_000, .max, .max])
    #expect(spec.exports.map(\.hasShards) == [false, false, true, false, true])
    #expect(
      spec.exports.prefix(3).map(\.location)
        == [SourceLocation(line: 6, column: 26), .init(line: 7, column: 5), .init(line: 8, column: 32)])
  }

  /// A job whose `exports` stand in line 4.
  private static func exports(_ value: String, sources: String = boxes, _ errors: String...) -> WrongJob {
    WrongJob(
      text:
        "version: 1\nsources: \(sources)\noutputs: [{path: \"{stem}.jpg\"}]\nexports: \(value)\n",
      errors: errors)
  }

  private static let formats =
    "'coco', 'yolo', 'voc', 'hf-imagefolder', 'webdataset', 'parquet', 'zip', 'yolo-seg', 'yolo-pose', "
    + "'yolo-obb', 'dota', 'ultralytics' or 'srcset'"

  @Test(
    arguments: [
      exports(
        "coco", "4:10: 'exports' must be a list: write '- {format: ..., path: ...}' for each, not 'coco'"),
      exports("[]", "4:10: 'exports' is empty"),
      exports("[{path: a}]", "4:11: an entry of 'exports' needs 'format': \(formats)"),
      exports("[{format: kitti}]", "4:20: 'format' must be \(formats), not 'kitti'"),
      exports("[{format: coco}]", "4:11: 'coco' needs 'path': the JSON file, as in annotations.json"),
      exports(
        "[{format: yolo}]", "4:11: 'yolo' needs 'path': the file with the names of classes, as in classes.txt"
      ),
      exports(
        "[{format: voc, path: a}]", "4:31: 'voc' has no 'path': a file is written for each output"),
      exports(
        "[{format: hf-imagefolder, path: meta.jsonl}]",
        "4:42: the file of 'hf-imagefolder' must be called 'metadata.jsonl'"),
      exports(
        "[{format: coco, path: \"{stem}.json\"}]",
        "4:32: a path of 'exports' has no variable '{stem}'; there are {split} {job}"),
      exports(
        "[{format: coco, path: \"{shard}.json\"}]",
        "4:32: a path of 'exports' has no variable '{shard}'; there are {split} {job}"),
      exports(
        "[{format: coco, path: \"{split}.json\"}]",
        "4:32: '{split}' needs 'split' at the top level, as in 'split: {train: 80%, test: 20%}'"),
      exports("[{format: coco, path: ../a.json}]", "4:32: a path of 'exports' has a segment '..'"),
      exports(
        "[{format: coco, path: a.json, min_visible: 0.5}]",
        "4:53: 'min_visible' must be per cent of a box's area, as in \"25%\", not '0.5'"),
      exports(
        "[{format: coco, path: a.json, max_count: 5}]",
        "4:51: 'max_count' goes with 'webdataset', 'parquet' or 'zip' only"),
      exports(
        "[{format: zip, path: a.zip, max_count: 5}]",
        "4:49: 'max_count' needs '{shard}' in 'path', the shard's number"),
      exports(
        "[{format: parquet, path: \"{shard}.parquet\"}]",
        "4:11: 'parquet' with '{shard}' needs 'max_count' or 'max_size': how much a shard holds"),
      exports("[{format: zip, path: a.tar}]", "4:31: the path of 'zip' must end in '.zip'"),
      exports("[{format: zip}]", "4:11: 'zip' needs 'path': the zip file, as in \"sets/{split}.zip\""),
      exports(
        "[{format: zip, path: a.zip, min_visible: 5%}]",
        "4:51: 'min_visible' goes with formats that list boxes only"),
      exports(
        "[{format: srcset, path: a.json}]", sources: "[a.jpg]",
        "4:34: 'srcset' needs an entry of 'outputs' with 'widths'"),
      exports(
        "[{format: webdataset, path: \"{shard}.tar\"}]",
        "4:11: 'webdataset' needs 'max_count' or 'max_size': how much a shard holds"),
      exports(
        "[{format: webdataset, path: a.tar, max_count: 5}]",
        "4:38: the path of 'webdataset' needs '{shard}', the shard's number"),
      exports(
        "[{format: webdataset, path: \"{shard}\", max_count: 5}]",
        "4:38: the path of 'webdataset' must end in '.tar'"),
      exports(
        "[{format: webdataset, path: \"{shard}.tar\", max_count: 0}]",
        "4:64: 'max_count' must be a whole number from 1 to 1000000000, not '0'"),
      exports(
        "[{format: voc}]", sources: "[a.jpg]",
        "4:11: 'voc' has nothing to write: no source has 'annotations', or 'list' with 'space'"),
      exports(
        "[{format: hf-imagefolder, path: metadata.jsonl}]", sources: "[{list: l.txt}]",
        "4:11: 'hf-imagefolder' has nothing to write: no source has 'annotations', 'captions', 'masks', or "
          + "'list' with 'space'"),
      exports(
        "[{format: coco, path: a.json}]", sources: "[{list: l.csv}]",
        "4:11: 'coco' has nothing to write: no source has 'annotations', or 'list' with 'space'"),
    ] as [WrongJob])
  func wrong(_ job: WrongJob) { job.check() }

  /// A job whose `split`, `outputs` and `exports` stand in lines 3, 4 and 5.
  private static func dataSet(
    path: String = "images/{split}/{stem}.jpg", split: String = "{train: 80%, val: 20%}",
    others: String = ", {format: yolo, path: classes.txt}", file: String = "data.yaml", _ errors: String...
  ) -> WrongJob {
    WrongJob(
      text: "version: 1\nsources: \(boxes)\nsplit: \(split)\noutputs: [{path: \"\(path)\"}]\n"
        + "exports: [{format: ultralytics, path: \"\(file)\"}\(others)]\n",
      errors: errors)
  }

  private static let needsNames =
    "'ultralytics' needs 'split' with the names train and val (or validation), and perhaps test"
  private static let needsFolder =
    "5:39: 'ultralytics' needs an output in a folder 'images' whose path has a folder of each split, as "
    + "\"images/{split}/{stem}.jpg\""

  @Test(
    arguments: [
      dataSet(
        others: "",
        "5:39: 'ultralytics' needs an entry of 'exports' with 'format: yolo', which writes the labels"),
      dataSet(split: "{train: 80%, test: 20%}", "5:39: \(needsNames)"),
      dataSet(split: "{val: 50%, validation: 30%, train: 20%}", "5:39: \(needsNames)"),
      dataSet(split: "{train: 80%, val: 10%, dev: 10%}", "5:39: \(needsNames), not 'dev'"),
      dataSet(path: "images/{split}-{stem}.jpg", needsFolder),
      dataSet(path: "{split}/{stem}.jpg", needsFolder),
      dataSet(path: "{stem}/images/{split}/a.jpg", needsFolder),
      dataSet(
        file: "sets/data.yaml",
        "5:39: the file of 'ultralytics' lies at the top of 'output_root', since it names folders from there: leave out "
          + "the folder"),
      dataSet(
        file: "{split}.yaml", "5:39: the file of 'ultralytics' names all splits: leave out '{split}'"),
      dataSet(file: "data.json", "5:39: the path of 'ultralytics' must end in '.yaml'"),
      exports(
        "[{format: ultralytics}]", "4:11: 'ultralytics' needs 'path': the YAML file, as in data.yaml"),
    ] as [WrongJob])
  func wrongDataSet(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      ("images/{split}/{stem}.jpg", "images/val"), ("{split}/images/{dir}/{stem}.jpg", "val/images"),
      ("{job}//x-{split}/{dir}/images/{stem}.jpg", "j/x-val"),
      ("images/{split}/{stem}/{split}.jpg", "images/val"),
    ])
  func folderOfPictures(_ path: String, _ folder: String) throws {
    #expect(try PathTemplate(parsing: path).pictureFolder(ofSplit: "val", job: "j") == folder)
  }
}
