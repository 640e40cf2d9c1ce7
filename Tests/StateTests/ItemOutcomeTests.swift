import ImageModel
import Planning
import Rendering
import RenderingSupport
import State
import TestSupport
import Testing

/// The outcomes that a journal's item gives for the outputs of a plan.
@Suite struct ItemOutcomeTests {
  /// An output that is told from others by its size in bytes.
  private static func record(_ path: String, bytes: Int) -> JournalOutput {
    var outcome = OutputOutcome()
    outcome.bytes = bytes
    return JournalOutput(path: path, recipe: "", outcome: outcome, file: nil)
  }

  @Test(
    "An output is found by its path, wherever the journal has it",
    arguments: ["b c a", "a b c", "c x b a", "c"])
  func order(_ names: String) throws {
    let picture = TestPicture.smooth(width: 8, height: 8)
    var image = try RenderedImage(RenderedImage.job(["", "", "", ""]), picture.file(), stored: picture.size)
      .plan
    // The last path has other bytes than any in the journal, although the texts count as equal.
    for (index, path) in ["a", "b", "c", "\u{E9}"].enumerated() { image.outputs[index].path = path }
    let paths = names.split(separator: " ").map(String.init) + ["e\u{301}"]
    let item = JournalItem(
      source: image.source, id: image.id, version: JournalSamples.item("s", "i").version, sourceSHA256: nil,
      outputs: paths.enumerated().map { Self.record($1, bytes: $0) })
    let found = item.outcome(of: image).outputs
    #expect(found.map(\.bytes) == ["a", "b", "c"].map { paths.firstIndex(of: $0) } + [nil])
    #expect(found.map { $0.error == nil } == found.map { $0.bytes != nil })
  }
}
