import Foundation
import TestSupport
import Testing

/// The recipe number rises with every change of bytes.
struct RecipeNumberTests {
  @Test("The bytes of fixed jobs are as recorded, or the recipe number has risen and they were recorded anew")
  func recorded() throws {
    let path = "\(PackageRoot.path)/\(RecipeBytes.file)"
    let made = try RecipeBytes.made()
    let isRecording = ProcessInfo.processInfo.environment["UPRIGHT_RECORD_BYTES"] == "1"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let recorded = RecipeBytes(text: text) else {
      Issue.record(
        "\(RecipeBytes.file) is damaged. After a conflict take the file of either side, and test again.")
      return
    }
    if isRecording, made.verdict(recorded: recorded) == .outdated {
      try made.text.write(toFile: path, atomically: true, encoding: .utf8)
    } else if let advice = made.advice(recorded: recorded) {
      Issue.record("\(advice)")
    }
  }

  private static let base: RecipeBytes = {
    var bytes = RecipeBytes(number: 4)
    bytes.libraries = ["zlib": "3"]
    bytes.sources = ["a/x.png": "11"]
    bytes.outputs = ["a/x-1.png": "22", "a/x-2.png": "33"]
    return bytes
  }()

  private static func changed(_ change: (inout RecipeBytes) -> Void) -> RecipeBytes {
    var bytes = base
    change(&bytes)
    return bytes
  }

  @Test(
    "Other bytes need a higher number, another source or a new output a new record, and another build neither"
  )
  func verdicts() {
    let cases: [(RecipeBytes, RecipeBytes.Verdict)] = [
      (Self.base, .same),
      (Self.changed { $0.libraries["zlib"] = "4" }, .same),
      (Self.changed { $0.outputs["a/x-2.png"] = "44" }, .unnumbered(["a/x-2.png"])),
      (
        Self.changed { ($0.outputs["a/x-2.png"], $0.outputs["a/x-3.png"]) = ("44", "55") },
        .unnumbered(["a/x-2.png"])
      ),
      (Self.changed { ($0.outputs["a/x-2.png"], $0.number) = ("44", 5) }, .outdated),
      (Self.changed { ($0.outputs["a/x-2.png"], $0.number) = ("44", 3) }, .lowered),
      (Self.changed { $0.number = 5 }, .outdated),
      (Self.changed { $0.outputs["a/x-3.png"] = "55" }, .outdated),
      (Self.changed { $0.outputs["a/x-2.png"] = nil }, .outdated),
      (Self.changed { ($0.sources["a/x.png"], $0.outputs["a/x-2.png"]) = ("12", "44") }, .outdated),
    ]
    for (made, verdict) in cases { #expect(made.verdict(recorded: Self.base) == verdict) }
  }

  @Test("A record reads back as it was written, and one with a conflict's marks is damaged")
  func text() {
    #expect(RecipeBytes(text: Self.base.text) == Self.base)
    #expect(RecipeBytes(text: Self.base.text + "<<<<<<< HEAD\n") == nil)
    #expect(RecipeBytes(text: "") == nil)
  }
}
