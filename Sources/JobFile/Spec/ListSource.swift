import ImageModel
import System

/// An entry of `sources` with a list of URLs.
package struct ListSource: Hashable, Sendable {
  /// Says whether Upright obeys `robots.txt` and `X-Robots-Tag`.
  package enum Robots: String, Sendable, CaseIterable {
    /// Upright skips URLs that their servers forbid.
    case obey
    /// Upright reads neither.
    case ignore
  }

  /// The list, as the job file names it.
  package var path: String
  package var format: ListFormat
  /// The column, or the key of JSON Lines, that holds the URLs.
  package var column: String
  /// The URL that relative ones start from; nil if there may be none.
  package var base: WebAddress?
  package var robots: Robots
  /// The use of the boxes in the list; nil if its rows are pictures without boxes.
  package var boxes: BoxUse?
}
