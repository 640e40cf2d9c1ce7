import LockFiles
import Testing

/// What is told of files that differ from their lock.
@Suite struct LockDifferenceTests {
  @Test func filesAreCalledWhatTheyAre() {
    let kinds = [("t.icc", "ICC profile"), ("T.ICM", "ICC profile"), ("icc.json", "file")]
    for (name, kind) in kinds {
      #expect(
        LockDifference.file(.annotations(name), .content).message
          == "the \(kind) '\(name)' has other content than when it was locked")
    }
  }

  @Test func sizesThatLookTheSameAreToldToTheByte() {
    func message(_ locked: Int, _ now: Int) -> String {
      LockDifference.file(.source("a.jpg", id: "a"), .size(locked: locked, now: now)).message
    }
    #expect(message(1_000_000, 2_000_000) == "'a.jpg' has 2.0 MB, and had 1.0 MB when it was locked")
    #expect(message(1_000_001, 1_000_002) == "'a.jpg' has 1000002 B, and had 1000001 B when it was locked")
  }
}
