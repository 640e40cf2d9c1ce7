/// The types of stored values. The raw value is the number in `parquet.thrift`.
package enum ParquetType: Int, Hashable, Sendable {
  case boolean, int32, int64, int96, float, double, byteArray, fixedLengthByteArray
}

/// The meaning of a column's values.
package enum ParquetMeaning: Hashable, Sendable {
  /// The parts of a second that times count.
  package enum Unit: Int, Hashable, Sendable {
    case milliseconds = 1000
    case microseconds = 1_000_000
    case nanoseconds = 1_000_000_000
  }

  case bool
  case signed
  case unsigned
  case real
  case text
  /// Bytes without a meaning.
  case binary
  /// Days since the start of 1970.
  case date
  /// The time of day.
  case time(Unit)
  /// The time since the start of 1970. In UTC, or by an unknown local clock.
  case timestamp(Unit, isUTC: Bool)
  /// A meaning that isn't read here, by its name.
  case unsupported(String)
}

/// A column of stored values.
package struct ParquetLeaf: Hashable, Sendable {
  /// The column's place among all columns of stored values.
  package let index: Int
  /// The names that lead to the column, with points between them.
  package let path: String
  package let type: ParquetType
  /// The bytes of each value; nil if values have lengths of their own, and for `boolean`.
  package let valueBytes: Int?
  package let meaning: ParquetMeaning
  /// The definition level of a value that isn't null.
  package let definition: Int
  /// The repetition level of a value that continues the innermost list.
  package let repetition: Int
}

/// A column of a file, or a part of one.
package struct ParquetColumn: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case value(ParquetLeaf)
    case structure([ParquetColumn])
    /// A list. The column inside is repeated.
    case list([ParquetColumn])
    case map([ParquetColumn])
  }

  package let name: String
  package let isOptional: Bool
  package let isRepeated: Bool
  /// The definition level from which on the column is there, and not null.
  package let definition: Int
  /// The repetition level of the column's values.
  package let repetition: Int
  package let content: Content

  /// The columns of stored values, from the left.
  package var leaves: [ParquetLeaf] {
    switch content {
    case .value(let leaf): [leaf]
    case .structure(let columns), .list(let columns), .map(let columns): columns.flatMap(\.leaves)
    }
  }

  /// The column inside with this name; nil unless this is a structure that has one.
  package func member(_ name: String) -> ParquetColumn? {
    guard case .structure(let columns) = content else { return nil }
    return columns.first { $0.name == name }
  }
}
