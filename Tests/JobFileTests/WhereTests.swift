import ImageModel
import Testing

@testable import JobFile

/// `where` in a job file.
@Suite struct WhereTests {
  private static func read(_ keys: String, source: String = "path: a.jpg") throws -> JobSpec {
    let text = "version: 1\nsources: [{\(source)}]\noutputs: [{path: b.jpg}]\n\(keys)"
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
  }

  @Test("Bounds are read for the job and for an entry of sources")
  func levels() throws {
    let keys = "where: {min_width: 512, min_height: '300', min_aspect: '9:16', max_aspect: 2.5}"
    let job = try Self.read(keys, source: "path: a.jpg, where: {}")
    let bounds = try #require(job.conditions)
    #expect(bounds.minWidth == 512)
    #expect(bounds.minHeight == 300)
    #expect(bounds.minAspect == AspectBound("9:16"))
    #expect(bounds.maxAspect?.text == "2.5")
    #expect(job.sources[0].conditions == Conditions())
    #expect(try Self.read("").conditions == nil)
  }

  @Test("Bounds on pixels are read, and only they need pixels")
  func pixels() throws {
    let job = try Self.read("where: {min_sharpness: 50.5, min_entropy: 6, not_blank: true}")
    #expect(job.conditions?.minSharpness == 50.5)
    #expect(job.conditions?.minEntropy == 6)
    #expect(job.conditions?.isNotBlank == true)
    #expect(job.looksAtPixels)
    #expect(try !Self.read("where: {min_width: 5, not_blank: false}").looksAtPixels)
    #expect(try !Self.read("where: {not_blank: true}", source: "path: a.jpg, where: {}").looksAtPixels)
  }

  @Test("Copies are sought in the whole job within 4 bits, if the job says nothing else")
  func copies() throws {
    #expect(try Self.read("where: {not_duplicate: {}}").conditions?.notDuplicate == NotDuplicate())
    let bound = try Self.read("where: {not_duplicate: {of: folder, distance: 0}}").conditions?.notDuplicate
    #expect(bound?.scope == .folder)
    #expect(bound?.distance == 0)
  }

  /// 1.1 has no exact form in binary; 110 to 100 is neither above nor below it.
  @Test(
    "An aspect is compared exactly",
    arguments: [
      ("1.1", 110, 100, 0), ("1.1", 109, 100, -1), ("1.1", 111, 100, 1), ("16:9", 1920, 1080, 0),
      ("16:9", 1919, 1080, -1), ("1.85:1", 185, 100, 0), ("0.3333", 3333, 10_000, 0),
      ("1:3", 3333, 10_000, -1),
      ("100000", Int.max, 1, 1),
    ] as [(String, Int, Int, Int)])
  func aspects(_ text: String, _ width: Int, _ height: Int, _ order: Int) throws {
    let bound = try #require(AspectBound(text))
    let size = PixelSize(width: width, height: height)
    #expect(bound.isBelow(size) == (order > 0))
    #expect(bound.isAbove(size) == (order < 0))
  }

  private static let aspect =
    "must be width to height above 0, as in \"16:9\" or 1.5, with at most four decimals"

  @Test(
    arguments: [
      .job("where: 512", "4:8: 'where' must be a mapping, as in '{min_width: 512}', not '512'"),
      .job("where: {min_width: 0}", "4:20: 'min_width' must be a whole number from 1 to 65500, not '0'"),
      .job("where: {min_hight: 9}", "4:9: unknown key 'min_hight': did you mean 'min_height'?"),
      .job("where: {min_aspect: 16:9:1}", "4:21: 'min_aspect' \(aspect), not '16:9:1'"),
      .job("where: {min_aspect: '1:0'}", "4:21: 'min_aspect' \(aspect), not '1:0'"),
      .job("where: {max_aspect: 1.00001}", "4:21: 'max_aspect' \(aspect), not '1.00001'"),
      .job(
        "where: {min_sharpness: -1}", "4:24: 'min_sharpness' must be a number from 0 to 1000000, not '-1'"),
      .job(
        "where: {min_entropy: 8.5}", "4:22: 'min_entropy' must be a number of bits from 0 to 8, not '8.5'"),
      .job("where: {not_blank: 1}", "4:20: 'not_blank' must be true or false, not '1'"),
      .job(
        "where: {min_aspect: 2, max_aspect: '16:9'}",
        "4:36: 'max_aspect' is less than 'min_aspect', so no picture is left: change one of them"),
      .job(
        "where: {not_duplicate: true}",
        "4:24: 'not_duplicate' must be a mapping, as in '{of: job, distance: 4}', not 'true'"),
      .job(
        "where: {not_duplicate: {distance: 17}}",
        "4:35: 'distance' must be a whole number from 0 to 16, not '17'"),
      .job(
        "where: {not_duplicate: {of: split}}", "4:29: 'of' must be 'job' or 'folder', not 'split'"),
      .job("min_aspect: 2", "4:1: 'min_aspect' doesn't belong here: it goes in 'where'"),
      .output(
        "path: a.jpg\nwhere: {min_width: 9}",
        "5:5: 'where' doesn't belong here: it goes at the top level or in an entry of 'sources'"),
    ] as [WrongJob])
  func wrong(_ job: WrongJob) { job.check() }
}
