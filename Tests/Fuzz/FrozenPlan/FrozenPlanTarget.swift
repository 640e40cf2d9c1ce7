import ImageModel
import JSON
import Planning
import Reporting
import Sharding

/// A line of a frozen plan: what isn't refused is a plan that all which comes before pixels can work with.
///
/// The input is the line's object; its checksum is made for it.
package enum FrozenPlanTarget: FuzzTarget {
  package static let name = "FrozenPlan"
  package static let longest = 1 << 15

  package static func seeds() throws -> [[UInt8]] {
    try WorkerReplyTarget.plans.map { Array(try JSONText.encode($0).utf8) }
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let image = try? FrozenPlan.image(SealedLine.line(bytes)[...], number: 1) else { return nil }
    if image.cost < 0 { return "it costs \(image.cost)" }
    let subplans = image.subplans(of: image.makeable)
    for subplan in subplans {
      for output in subplan.plan.outputs where output.base.map({ $0 >= subplan.plan.outputs.count }) == true {
        return "a subplan's output is made of another one's"
      }
    }
    for index in image.outputs.indices {
      _ = image.id(ofOutput: index)
      _ = Recipe.digest(ofOutput: index, in: image, versions: RecipeVersions(""))
    }
    let header = ManifestHeader(jobSHA256: "", tool: "", libraries: LibraryVersions.loaded())
    do {
      let text = try JSONText.encode(ItemResult(header, image, .notStarted(image)))
      _ = try JSONValue(line: Array(text.utf8)[...])
      let again = Array(try JSONText.encode(image).utf8)
      return try FrozenPlan.image(SealedLine.line(again)[...], number: 1) == image
        ? nil : "read as \(image), and written and read again as another one"
    } catch {
      return "read as \(image), which can't be written and read again: \(error)"
    }
  }
}
