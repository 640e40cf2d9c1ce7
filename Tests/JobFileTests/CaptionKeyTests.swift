import Testing

@testable import JobFile

/// `captions` in an entry of `sources`.
@Suite struct CaptionKeyTests {
  private static let exports = #"exports: [{format: webdataset, path: "{shard}.tar", max_count: 9}]"#

  private static func job(_ source: String, _ exports: String = exports) -> String {
    "version: 1\nsources: [\(source)]\noutputs: [{path: \"{stem}.jpg\"}]\n\(exports)\n"
  }

  @Test func template() throws {
    let text = Self.job("{glob: '*.jpg', captions: 'c/{stem}.txt'}, b.jpg")
    let spec = try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
    #expect(spec.sources[0].captions == (try GroupTemplate(parsing: "c/{stem}.txt")))
    #expect(spec.sources[1].captions == nil)
  }

  @Test(
    arguments: [
      (
        "{glob: a, captions: 'all.txt'}",
        "2:31: 'captions' has no variable, so that all pictures would have one caption; there are {dir} {stem} {name} {ext} {hash8} {job}"
      ),
      (
        "{glob: a, captions: '/{stem}.txt'}",
        "2:31: 'captions' starts from the base folder: leave out the '/' at its front, or the URL"
      ),
      (
        "{list: a.csv, captions: '{stem}.txt'}",
        "2:35: 'captions' goes with 'glob', 'path' and 'annotations' only: columns of lists and Parquet files, and members of archives, are carried already"
      ),
      (
        "{glob: 's3://bkt/*', captions: '{stem}.txt'}",
        "2:42: 'captions' goes with files only: the captions of pictures on the web can't be read"
      ),
    ])
  func wrongCaptions(_ source: String, _ error: String) {
    WrongJob(text: Self.job(source), errors: [error]).check()
  }

  @Test func captionsNeedAnExport() {
    let source = "{glob: a, captions: '{stem}.txt'}"
    let error =
      "2:18: 'captions' are for 'exports': add one with 'format' 'hf-imagefolder', 'webdataset' or 'parquet'"
    WrongJob(text: Self.job(source, ""), errors: [error]).check()
    WrongJob(text: Self.job(source, "exports: [{format: zip, path: a.zip}]"), errors: [error]).check()
  }
}
