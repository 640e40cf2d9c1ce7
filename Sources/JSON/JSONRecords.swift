import System

/// The place of the records in a JSON file.
package enum JSONRecordPlace: Hashable {
  /// The whole file is one record.
  case root
  /// Each line of the file is a record.
  case line
  /// The file is a list of records.
  case elements
  /// The records are in these lists of the file's top-level object.
  case lists(Set<String>)
}

/// A record of a JSON file.
package struct JSONRecord {
  /// The key of the list that holds the record; empty if there is no list, or if the list has no key.
  package let list: String
  /// The record's number in its list, from 1.
  package let number: Int
  package let value: JSONValue
}

/// Reads the records of a JSON file, with only one in memory at a time.
package enum JSONRecords {
  /// Calls `each` with the records at `place`, in the order of the file. Objects keep only the members whose
  /// keys are in `keeping`; nil keeps all members.
  package static func read(
    _ feed: ByteFeed, at place: JSONRecordPlace, keeping: Set<String>?,
    _ each: @escaping (JSONRecord) -> Void
  ) throws(FileFault) {
    let sink = JSONRecordSink(at: place, keeping: keeping, each)
    var parser = try JSONParser(sink)
    var repair = JSONRepair()
    try feed.forEachPiece { piece throws(FileFault) in try parser.parse(repair.repaired(piece)) }
    try parser.finish()
  }
}
