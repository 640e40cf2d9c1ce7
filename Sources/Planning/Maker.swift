/// The tool and the libraries that make outputs, with their versions.
package struct Maker: Codable, Hashable, Sendable {
  /// A library with its version and build.
  package struct Library: Codable, Hashable, Sendable {
    package let name: String
    package let version: String

    package init(name: String, version: String) { (self.name, self.version) = (name, version) }
  }

  package let tool: String
  /// ``Recipe/number`` of the tool.
  package let recipeNumber: Int
  /// The libraries of each job, in the order in which recipes contain them.
  package let shared: [Library]
  /// The libraries that draw; none if the job doesn't draw.
  package let drawing: [Library]

  package init(tool: String, recipeNumber: Int, shared: [Library], drawing: [Library]) {
    (self.tool, self.recipeNumber) = (tool, recipeNumber)
    (self.shared, self.drawing) = (shared, drawing)
  }

  /// All libraries, in the order of a manifest.
  package var libraries: [Library] { shared + drawing }

  /// The versions that are part of recipes. The tool's own version is none.
  package var versions: RecipeVersions {
    func text(_ versions: [String]) -> String { versions.joined(separator: "\n") }
    return RecipeVersions(
      text(["\(recipeNumber)"] + shared.map(\.version)), drawing: text(drawing.map(\.version)))
  }

  /// True if both make the same bytes from the same plans.
  package func makesSameBytes(as other: Maker) -> Bool {
    recipeNumber == other.recipeNumber && shared == other.shared && drawing == other.drawing
  }
}
