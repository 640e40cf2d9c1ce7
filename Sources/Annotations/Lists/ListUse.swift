import ImageModel
import System

/// The parts of a list's rows that a job uses.
package struct ListUse: Sendable {
  /// The column of a CSV, or the key of JSON Lines, with the URLs.
  package var url = "url"
  /// The URL from which relative ones start.
  package var base: WebAddress?
  /// The format of the rows' boxes; nil if the job takes no boxes.
  package var boxes: BoxFormat?
  /// The categories whose boxes are taken; nil for all.
  package var categories: Set<String>?
  /// The names of the job's splits; empty if it has none.
  package var splits: [String] = []
  /// True if each row must name a split.
  package var needsSplit = false
  /// True if the job centres crops on the columns `focus_x` and `focus_y`.
  package var takesFocus = false
  /// The exports that take the other columns, with the names that these columns can't have. Empty if the other columns
  /// aren't kept.
  package var exports: [ExportFormat] = []

  package init() {}

  static let id = "id"
  static let sha256 = "sha256"
  static let split = "split"

  /// True if the other columns are kept.
  var keepsColumns: Bool { !exports.isEmpty }

  /// Throws if an export has a value of its own with the name of a column. `line` is where the name stands.
  func check(column name: String, line: Int) throws(FileFault) {
    guard let export = exports.first(where: { $0.ownColumns?.contains(name) == true }) else { return }
    throw FileFault(
      "line \(line): the column \(name.quoted) can't go into '\(export.rawValue)', which has a value of this name: rename the column"
    )
  }

  /// The index of a row's split in ``splits``; nil for none. `name` is what the row says.
  func split(_ name: String?, line: Int) throws(FileFault) -> Int? {
    guard let name else {
      if !needsSplit { return nil }
      throw FileFault("line \(line): there is no split, and 'split' of the job has no shares")
    }
    if let split = splits.firstIndex(where: { $0.hasSameBytes(as: name) }) { return split }
    let names = splits.map { "'\($0)'" }.joined(separator: ", ")
    throw FileFault("line \(line): the job has no split \(name.quoted): its splits are \(names)")
  }
}

/// A row's URL, as a list's reader delivers it.
package struct ListedURL {
  package let address: WebAddress
  /// The index of the row.
  package let row: Int
  /// The index of the row's picture among those with boxes; nil if the job takes no boxes.
  package let picture: Int?
  /// True if an earlier row is a box of the same picture.
  package let isRepeated: Bool
}
