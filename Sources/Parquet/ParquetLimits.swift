import System

/// The limits within which a Parquet file is read. Sizes are in bytes.
package struct ParquetLimits: Sendable {
  /// The description of the file at its end.
  package var footerBytes = FixedLimits.Parquet.footerBytes
  /// A page of pictures, stored and decompressed.
  package var pageBytes = FixedLimits.Parquet.pageBytes
  /// A page of other columns, stored and decompressed.
  package var valuePageBytes = FixedLimits.Parquet.valuePageBytes
  /// The rows of a file, and the entries of a dictionary.
  package var rows = FixedLimits.Parquet.rows
  /// The values, nulls and empty lists of the columns that are read together.
  package var columnValues = FixedLimits.Parquet.columnValues
  /// The values, nulls and empty lists of a row.
  package var rowValues = FixedLimits.Parquet.rowValues
  /// The texts of a row, and of all rows together.
  package var rowBytes = FixedLimits.Parquet.rowBytes
  package var allRowBytes = FixedLimits.Parquet.allRowBytes
  /// The most bytes that are read at a time, unless a single page has more.
  package var pieceBytes = 1 << 20

  package init() {}
}
