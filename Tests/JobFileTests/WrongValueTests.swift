import Testing

@Suite struct WrongValueTests {
  @Test(
    arguments: [
      .job("quality: high", "4:10: 'quality' must be a whole number from 1 to 100, not 'high'"),
      .job("quality: 0", "4:10: 'quality' must be a whole number from 1 to 100, not '0'"),
      .job("quality: 101", "4:10: 'quality' must be a whole number from 1 to 100, not '101'"),
      .job("quality: 85.0", "4:10: 'quality' must be a whole number from 1 to 100, not '85.0'"),
      .job("quality: 1e1", "4:10: 'quality' must be a whole number from 1 to 100, not '1e1'"),
      .job("quality: 0x20", "4:10: 'quality' must be a whole number from 1 to 100, not '0x20'"),
      .job("quality: +5", "4:10: 'quality' must be a whole number from 1 to 100, not '+5'"),
      .job("quality: [85]", "4:10: 'quality' must be a whole number from 1 to 100, not a list"),
      .job("quality: {a: 1}", "4:10: 'quality' must be a whole number from 1 to 100, not a mapping"),
      .job("quality:", "4:9: 'quality' has no value"),
      .job("quality: ~", "4:10: 'quality' has no value; if '~' is text, put it in quotes: \"~\""),
      .job("name: null", "4:7: 'name' has no value; if 'null' is text, put it in quotes: \"null\""),
      .job("chroma: 4:1:1", "4:9: 'chroma' must be '4:4:4', '4:2:2' or '4:2:0', not '4:1:1'"),
      .job("progressive: yes", "4:14: 'progressive' must be true or false, not 'yes'"),
      .job("optimize: True", "4:11: 'optimize' must be true or false, not 'True'"),
      .job("orientation: rotate", "4:14: 'orientation' must be 'bake', 'keep' or 'ignore', not 'rotate'"),
      .job("hash: md5", "4:7: 'hash' must be 'sha256' or 'none', not 'md5'"),
      .job("format: jxl", "4:9: 'format' must be \(WrongJob.formats), not 'jxl'"),
      .output("path: '{name}'\nformat: jxl", "5:13: 'format' must be \(WrongJob.formats), not 'jxl'"),
      .job("decode: {oversample: 9}", "4:22: 'oversample' must be a number from 1 to 8, not '9'"),
      .job("decode: {oversample: nan}", "4:22: 'oversample' must be a number from 1 to 8, not 'nan'"),
      .job(
        "decode: {embedded_thumbnail: always}",
        "4:30: 'embedded_thumbnail' must be 'never' or 'when_large_enough', not 'always'"),
      .job(
        "decode: {on_corrupt: damaged}",
        "4:22: 'on_corrupt' must be 'warning', 'error', 'truncated' or 'none', not 'damaged'"),
      .job("decode: {verify: true}", "4:18: 'verify' must be 'crop' or 'full', not 'true'"),
      .job("isolation: thread", "4:12: 'isolation' must be 'process' or 'none', not 'thread'"),
      .job("sandbox: no", "4:10: 'sandbox' must be 'require', 'best-effort' or 'off', not 'no'"),
      .job("sandbox: [require]", "4:10: 'sandbox' must be 'require', 'best-effort' or 'off', not a list"),
      .job("durability: full", "4:13: 'durability' must be 'none', 'batch' or 'each', not 'full'"),
      .job("existing: skip", "4:11: 'existing' must be 'replace', 'keep' or 'error', not 'skip'"),
      .job("existing:", "4:10: 'existing' has no value"),
      .job(
        "sandbox: require\nisolation: none", "4:10: 'sandbox: require' needs 'isolation: process'"),
      .job("manifest: ''", "4:11: 'manifest' must be text that isn't empty, not ''"),
      .source(
        "path: a\nexif_orientation: 9", "4:23: 'exif_orientation' must be a whole number from 1 to 8, not '9'"
      ),
      .source("glob: a\noptional: 1", "4:15: 'optional' must be true or false, not '1'"),
    ] as [WrongJob])
  func scalar(_ job: WrongJob) { job.check() }

  private static let noBucket =
    "is no URL of a bucket: its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"

  @Test(
    arguments: [
      .file(
        "version: 1\nsources: ['s3://b/*.jpg']\noutputs: [{path: a.jpg}]",
        "2:11: 's3://b/*.jpg' \(noBucket)"),
      .source(
        "path: s3://bucket/a.jpg\noptional: true",
        "4:15: 'optional' goes with files only: a URL that gives nothing is a failed row"),
      .source("glob: s3://b/*.jpg\noptional: true", "3:11: 's3://b/*.jpg' \(noBucket)"),
      .job("exclude: ['s3://b/*.jpg']", "4:11: 's3://b/*.jpg' \(noBucket)"),
    ] as [WrongJob])
  func bucket(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .job(
        "output_root: s3://photos/a//b",
        "4:14: 's3://photos/a//b' is no place for outputs: its prefix has a name that no folder has"),
      .job(
        "output_root: ftp://h/p",
        "4:14: 'ftp://h/p' is a URL: outputs go into a folder or a bucket, name one"),
      .job("state: s3://b/s", "4:8: 's3://b/s' is a URL: state lies in a folder, name one"),
      .job("manifest: s3://b/m", "4:11: 's3://b/m' is a URL: the manifest is a file, name one"),
      .output(
        "path: 's3://b/{stem}.jpg'",
        "4:11: an output path is relative to 'output_root' and can't be a URL: name a file"),
      .job(
        "exports: [{format: webdataset, max_count: 3, path: 's3://b/{shard}.tar'}]",
        "4:52: a path of 'exports' is relative to 'output_root' and can't be a URL: name a file"),
    ] as [WrongJob])
  func urlToWrite(_ job: WrongJob) { job.check() }

  @Test(arguments: [
    ".", "..", ".hidden", "a/b", String(repeating: "é", count: 101),
  ]) func name(_ name: String) {
    let wanted = "a name of at most 200 bytes that holds no '/' and doesn't begin with '.'"
    let shown = name.count > 60 ? String(name.prefix(60)) + "..." : name
    WrongJob.job("name: \(name)", "4:7: 'name' must be \(wanted), not '\(shown)'").check()
  }

  @Test(arguments: ["2", "1.0", "01", "latest"]) func version(_ version: String) {
    WrongJob.file(
      "sources: [a]\noutputs: [{path: a.jpg}]\nversion: \(version)",
      "3:10: 'version' must be 1, not '\(version)'"
    ).check()
  }

  @Test(
    arguments: [
      .job(
        "limits: {max_pixels: 0MP}",
        "4:22: 'max_pixels' must be a number of pixels above 0, as in 100MP, not '0MP'"),
      .job(
        "limits: {max_pixels: 5mp}",
        "4:22: 'max_pixels' must be a number of pixels above 0, as in 100MP, not '5mp'"),
      .job(
        "limits: {max_file: 5TB}",
        "4:20: 'max_file' must be a number of bytes above 0, alone or in KB, MB, GB, KiB, MiB or GiB, as in 256MiB, "
          + "not '5TB'"),
      .job(
        "limits: {seconds_per_image: 0}",
        "4:29: 'seconds_per_image' must be a number of seconds above 0, at most 86400, not '0'"),
      .job("on_error: {known: no}", "4:19: 'known' must be 'count' or 'ignore', not 'no'"),
      .job(
        "on_error: {policy: stop, known: ignore}", "4:33: 'known: ignore' needs 'policy: continue'"),
      .job("on_error: {policy: go}", "4:20: 'policy' must be 'continue' or 'stop', not 'go'"),
      .job(
        "on_error: {max_failures: 101%}",
        "4:26: 'max_failures' must be a whole number of rows or per cent of them, as in \"1%\", not '101%'"),
      .job("on_error: stop", "4:11: 'on_error' must be a mapping, not 'stop'"),
      .job("metadata: {keep: icc}", "4:18: 'keep' must be a list of groups and tags, not 'icc'"),
      .job(
        "metadata: {keep: [icc, xiptc], gps: no}",
        "4:24: no metadata is called 'xiptc': did you mean 'iptc'?",
        "4:37: 'gps' must be 'keep' or 'drop', not 'no'"),
      .job(
        "metadata: {keep: [DateTimeOrginal, \"dx:creator\"], drop: [Orientation, no such thing]}",
        "4:19: no metadata is called 'DateTimeOrginal': did you mean 'DateTimeOriginal'?",
        "4:36: no metadata is called 'dx:creator': the prefixes of XMP are dc, xmp, xmpRights, xmpMM, tiff, exif, "
          + "exifEX, aux, crs, photoshop, lr, Iptc4xmpCore, Iptc4xmpExt, plus, mwg-rs, MP, xmpNote, GPano",
        "4:58: 'Orientation' can't be kept or dropped by name: 'orientation' says what becomes of it",
        "4:71: no metadata is called 'no such thing': there are icc, exif, gps, xmp, iptc, comment, copyright, "
          + "maker_notes, resolution, tags of EXIF, such as DateTimeOriginal, and properties of XMP, such as \"dc:creator\""
      ),
      .job(
        "metadata: {keep: [exif, Make, gps], drop: [exif, Make], gps: drop}",
        "4:31: 'gps' can't stand in 'keep' beside gps: drop", "4:44: 'exif' can't be both kept and dropped",
        "4:50: 'Make' can't be both kept and dropped"),
      .job(
        "metadata: {drop: [gps], gps: keep}", "4:19: 'gps' can't stand in 'drop' beside gps: keep"),
      .job("metadata: none", "4:11: 'metadata' must be a mapping with 'keep', 'drop' and 'gps', not 'none'"),
      .job(
        "background: white",
        "4:13: 'background' must be a colour: \"#rgb\", \"#rrggbb\" or [r, g, b], not 'white'"),
      .job("background: [1, 2]", "4:13: 'background' needs three numbers, not 2"),
      .job(
        "background: [0, 0, 256]",
        "4:20: an entry of 'background' must be a whole number from 0 to 255, not '256'"),
    ] as [WrongJob])
  func grouped(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .file(
        "version: 1\nsources: a.jpg\noutputs: [{path: a.jpg}]",
        "2:10: 'sources' must be a list: write '- ' and a pattern or a mapping on a line for each entry, not 'a.jpg'"
      ),
      .file("version: 1\nsources: []\noutputs: []", "2:10: 'sources' is empty", "3:10: 'outputs' is empty"),
      .file(
        "version: 1\nsources: [a]\noutputs: {path: a.jpg}",
        "3:10: 'outputs' must be a list: write '- path: ...' for each output, not a mapping"),
      .file(
        "version: 1\nsources: [a]\noutputs: [a.jpg]",
        "3:11: an entry of 'outputs' must be a mapping with 'path', not 'a.jpg'"),
      .job("exclude: b.jpg", "4:10: 'exclude' must be a list of patterns, not 'b.jpg'"),
      .job("exclude: ['']", "4:11: an entry of 'exclude' must be text that isn't empty, not ''"),
      .file("- a", "1:1: a job file must be a mapping of keys, not a list"),
      .file("text", "1:1: a job file must be a mapping of keys, not 'text'"),
    ] as [WrongJob])
  func lists(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .output(
        "path: \"{stem}.jxl\"",
        "4:11: the format can't be told from '{stem}.jxl': " + WrongJob.endings),
      .output(
        "path: a.jpg/{name}",
        "4:11: the format can't be told from '{name}': " + WrongJob.endings),
      .output(
        "path: {stem}",
        "4:11: 'path' must be text that isn't empty, not a mapping: put it in quotes: \"{stem}\""),
      .output("path: [a].jpg", "4:11: put the text in quotes: \"[a].jpg\""),
    ] as [WrongJob])
  func outputPath(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      ("{stem}.jpg", nil), ("{stem}.JPEG", nil), ("all.jpg", nil), ("{{x}}.jpg", nil), ("x/.jpg", nil),
      ("{stem}-512.tar.gz", "{stem}-512.tar.gz"), ("{stem}.jpg/{stem}", "{stem}"), ("{stem}.jpg/x", "x"),
      ("{stem}", "{stem}"), ("{stem}.{ext}", "{stem}.{ext}"), ("{stem}.j{ext}", "{stem}.j{ext}"),
      ("{stem}jpg", "{stem}jpg"), ("{stem}.", "{stem}."), ("{dir}/a.png", nil), ("{dir}/a.jxl", "a.jxl"),
      ("{dir}/a.gif", nil),
      ("a.{{jpg}}", "a.{{jpg}}"),
    ] as [(String, String?)])
  func formatByExtension(_ path: String, untold: String?) {
    var job = WrongJob.output("path: '\(path)'")
    if let untold {
      job.errors = [
        "4:11: the format can't be told from '\(untold)': " + WrongJob.endings
      ]
    }
    job.check()
  }
}
