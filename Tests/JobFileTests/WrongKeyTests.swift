import Testing

@Suite struct WrongKeyTests {
  @Test(
    arguments: [
      .job("qualty: 85", "4:1: unknown key 'qualty': did you mean 'quality'?"),
      .job("output-root: x", "4:1: unknown key 'output-root': did you mean 'output_root'?"),
      .file(
        "version: 1\nsource: [a]\noutput: []", "2:1: unknown key 'source': did you mean 'sources'?",
        "3:1: unknown key 'output': did you mean 'outputs'?"),
      .job(
        "rotate: 90",
        "4:1: unknown key 'rotate': pictures are turned by their EXIF tag as 'orientation' says; "
          + "'exif_orientation' in an entry of 'sources' takes the tag's place"),
      .job("'': 90", "4:1: unknown key ''"),
      .job("<<: {quality: 3}", "4:1: unknown key '<<'"),
      .job(
        "resize: {widht: 5, heigth: 6}", "4:10: unknown key 'widht': did you mean 'width'?",
        "4:20: unknown key 'heigth': did you mean 'height'?"
      ),
      .job(
        "crop: {gravety: center, width: 5, height: 6}", "4:8: unknown key 'gravety': did you mean 'gravity'?"),
      .job("metadata: {kepe: []}", "4:12: unknown key 'kepe': did you mean 'keep'?"),
      .job("isolaton: none", "4:1: unknown key 'isolaton': did you mean 'isolation'?"),
      .job(
        "decode: {on-corrupt: none, verfy: full}",
        "4:10: unknown key 'on-corrupt': did you mean 'on_corrupt'?",
        "4:28: unknown key 'verfy': did you mean 'verify'?"),
    ] as [WrongJob])
  func misspelt(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .job(
        "gravity: north", "4:1: 'gravity' doesn't belong here: it goes in 'crop', in 'resize' or in 'buckets'"
      ),
      .job("max_failures: 3", "4:1: 'max_failures' doesn't belong here: it goes in 'on_error'"),
      .job(
        "exif_orientation: 6", "4:1: 'exif_orientation' doesn't belong here: it goes in an entry of 'sources'"
      ),
      .job(
        "path: a.jpg",
        "4:1: 'path' doesn't belong here: it goes in an entry of 'sources', in an entry of 'outputs', in an entry "
          + "of 'exports', in 'masks' or in 'mask'"),
      .source(
        "glob: b.jpg\nresize: max",
        "4:5: 'resize' doesn't belong here: it goes at the top level or in an entry of 'outputs'"),
      .output("path: a.jpg\nlimits: {}", "5:5: 'limits' doesn't belong here: it goes at the top level"),
      .output("path: a.jpg\nid: a", "5:5: 'id' doesn't belong here: it goes in an entry of 'sources'"),
      .job(
        "resize: {width: 5, background: black}",
        "4:20: 'background' doesn't belong here: it goes at the top level, in an entry of 'sources' or in an entry "
          + "of 'outputs'"),
      .output("path: a.jpg\nbox: b", "5:5: 'box' doesn't belong here: it goes in 'crop'"),
    ] as [WrongJob])
  func misplaced(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .source("list: urls.tsv", "3:11: the name of a list must end in .txt, .csv or .jsonl, not 'urls.tsv'"),
      .source(
        "archive: a.tar\ncarry: [.txt]",
        "4:13: an entry of 'carry' must be the end of a name without its first dot, as in txt, not '.txt'"),
      .source("glob: b.jpg\ncarry: [txt]", "4:12: 'carry' goes with 'archive' or 'parquet' only"),
      .source(
        "list: urls.csv\nid: a",
        "4:9: 'id' goes with 'path' and 'parquet' only: other entries may name many files"),
      .source(
        "list: urls.csv\ncategory: a",
        "3:5: a list with boxes needs 'space', since 'csv' doesn't say it: 'display', 'stored' or 'declared'"),
      .source(
        "list: urls.txt\nspace: stored",
        "4:12: 'space' goes with columns of boxes, and a list of the format txt has none"),
      .source("list: urls.csv\nformat: csv", "4:13: 'format' goes with 'annotations' only"),
      .source("list: urls.csv\nimages: photos", "4:13: 'images' goes with 'annotations' only"),
      .source("glob: b.jpg\ncategory: a", "4:15: 'category' goes with 'annotations' or 'list' only"),
      .source(
        "list: urls.csv\nspace: stored\npage: all",
        "5:11: 'page: all' goes with 'glob', 'path' and 'list' without boxes only: boxes lie on one page, so name it by its number"
      ),
      .source(
        "list: urls.csv\nspace: stored\ncrop: full\nsquare: true",
        "6:13: 'square' shapes what is cut for a box: it can't stand beside 'crop'"),
      .source("list: urls.csv\nbox: b", "4:5: 'box' doesn't belong here: it goes in 'crop'"),
      .source("list: urls.csv\nsplit: s", "4:5: 'split' doesn't belong here: it goes at the top level"),
      .source("list: urls.csv\nrobots: never", "4:13: 'robots' must be 'obey' or 'ignore', not 'never'"),
      .source(
        "list: urls.txt\nurl: link", "4:10: 'url' names a column, and a list of the format txt has none"),
      .source(
        "list: urls.csv\nbase: photos/",
        "4:11: 'photos/' is no URL that can be fetched: it begins with neither http:// nor https://"),
      .source(
        "list: urls.csv\nbase: ftp://h/",
        "4:11: 'ftp://h/' is no URL that can be fetched: it begins with neither http:// nor https://"),
      .source("list: urls.csv\nglob: b.jpg", "3:11: an entry of 'sources' has 'glob' or 'list', not both"),
      .source("glob: b.jpg\nrobots: ignore", "4:13: 'robots' goes with 'list' only"),
      .source("path: b.jpg\nbase: http://h/", "4:11: 'base' goes with 'list' only"),
      .source("path: http://h/b.jpg\nurl: link", "4:10: 'url' goes with 'list' only"),
    ] as [WrongJob])
  func lists(_ job: WrongJob) { job.check() }

  @Test(arguments: ["isolation", "sandbox", "durability", "existing", "on_upgrade"])
  func atTheTopLevelOnly(_ key: String) {
    let message = "'\(key)' doesn't belong here: it goes at the top level"
    WrongJob.source("glob: b.jpg\n\(key): none", "4:5: \(message)").check()
    WrongJob.output("path: a.jpg\n\(key): none", "5:5: \(message)").check()
    WrongJob.job("decode: {\(key): none}", "4:10: \(message)").check()
  }

  @Test(arguments: ["on_corrupt", "verify", "embedded_thumbnail"])
  func inDecodeOnly(_ key: String) {
    let message = "'\(key)' doesn't belong here: it goes in 'decode'"
    WrongJob.job("\(key): full", "4:1: \(message)").check()
    WrongJob.source("glob: b.jpg\n\(key): full", "4:5: \(message)").check()
    WrongJob.output("path: a.jpg\n\(key): full", "5:5: \(message)").check()
  }

  @Test func engineBelongsInDecode() {
    let message = "'engine' doesn't belong here: it goes in 'decode'"
    WrongJob.job("engine: auto", "4:1: \(message)").check()
    WrongJob.source("glob: b.jpg\nengine: auto", "4:5: \(message)").check()
    WrongJob.output("path: a.jpg\nengine: {a: 1}", "5:5: \(message)").check()
  }

  @Test func engineIsOneOfThree() {
    WrongJob.job(
      "decode: {engine: libpng}",
      "4:18: 'engine' must be 'auto', 'libjpeg' or 'reduced', not 'libpng'"
    ).check()
  }

  @Test(
    arguments: [
      .file("sources: [a]\noutputs: [{path: a.jpg}]", "1:1: 'version' is missing; write 'version: 1'"),
      .file("version: 1", "1:1: 'sources' is missing", "1:1: 'outputs' is missing"),
      .output("quality: 3", "4:5: an entry of 'outputs' needs 'path'"),
      .source(
        "optional: true",
        "3:5: an entry of 'sources' needs 'glob', 'path', 'list', 'archive', 'parquet' or 'annotations'"),
      .source("glob: a\npath: b", "4:11: an entry of 'sources' has 'glob' or 'path', not both"),
      .source(
        "glob: a\nid: b", "4:9: 'id' goes with 'path' and 'parquet' only: other entries may name many files"),
      .source("path: a\nid: b/c", "4:9: 'id' must be text without '/', not 'b/c'"),
      // The mark and the slash before it are one letter.
      .source("path: a\nid: b/\u{301}c", "4:9: 'id' must be text without '/', not 'b/\u{301}c'"),
      .file(
        "version: 1\nsources:\n- {path: a, id: x}\n- {path: b, id: y}\n- {path: a, id: x}\noutputs: [{path: a.jpg}]",
        "5:17: the id 'x' is used twice; the first is in line 3"),
    ] as [WrongJob])
  func missingOrClashing(_ job: WrongJob) { job.check() }
}
