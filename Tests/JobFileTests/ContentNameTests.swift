import Testing

@testable import JobFile

/// `{content8}` in paths of outputs.
@Suite struct ContentNameTests {
  /// The messages about a job with these keys.
  private func faults(_ keys: String, path: String = "{stem}-{content8}.jpg") -> [String] {
    let text = "version: 1\nsources: [a.jpg]\noutputs: [{path: \"\(path)\"}]\n\(keys)"
    switch JobFileReader.read(text: Array(text.utf8), file: "job.yaml") {
    case .success: return []
    case .failure(let errors):
      return errors.diagnostics.map { it in
        (it.location.map { "\($0.line):\($0.column): " } ?? "") + it.message
      }
    }
  }

  @Test(arguments: ["", "existing: replace\nhash: sha256", "on_collision: fail_rows"])
  func keysThatDontNeedThePath(_ keys: String) { #expect(faults(keys) == []) }

  @Test func keysThatNeedThePathOrLeaveOutTheHash() {
    #expect(
      faults("hash: none\nexisting: keep") == [
        "4:7: 'hash: none' can't stand with '{content8}' in a path, which is a hash",
        "5:11: 'existing: keep' can't stand with '{content8}' in a path, which is known only when the output is made",
      ])
    #expect(faults("hash: none\nexisting: error", path: "{stem}.jpg") == [])
  }

  @Test func onlyOncePerPath() {
    #expect(
      faults("", path: "{content8}/{content8}.jpg") == [
        "3:18: an output path can have '{content8}' only once"
      ])
    #expect(faults("", path: "{content8}/{stem}.jpg") == [])
  }

  /// The hash of no bytes, by sha256sum.
  private let sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test func theHashStandsInThePlaceOfTheVariable() {
    #expect(OutputPath.named("x/{content8}-é.jpg", by: sum) == "x/e3b0c442-é.jpg")
    #expect(OutputPath.named("x/a.jpg", by: sum) == "x/a.jpg")
    for unfit in [nil, "", "e3b0c44", "E3B0C44298", "../../..", "e3b0c44/98fc"] {
      #expect(OutputPath.named("{content8}.jpg", by: unfit) == "{content8}.jpg")
    }
  }

  @Test func plannedPathsAreFoundAgain() {
    #expect(OutputPath.plannedPaths(behind: "x/e3b0c442.jpg", of: sum) == ["x/{content8}.jpg"])
    #expect(
      OutputPath.plannedPaths(behind: "e3b0c442/e3b0c442", of: sum) == [
        "{content8}/e3b0c442", "e3b0c442/{content8}",
      ])
    #expect(OutputPath.plannedPaths(behind: "x/00b0c442.jpg", of: sum) == [])
    #expect(OutputPath.plannedPaths(behind: "x/e3b0c442.jpg", of: "none") == [])
    // The hash may be the first eight of nine digits, or the last eight.
    #expect(OutputPath.plannedPaths(behind: "012345678") == ["{content8}8", "0{content8}"])
    #expect(OutputPath.plannedPaths(behind: "ABCDEF01.jpg") == [])
    #expect(OutputPath.plannedPaths(behind: "") == [])
  }
}
