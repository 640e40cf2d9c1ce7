import System

/// Where the records of a JSON file are.
package enum JSONRecordPlace: Hashable {
  /// The file is one.
  case root
  /// The line of the file that is read is one.
  case line
  /// The file is a list of them.
  case elements
  /// They are in these lists of the file's object.
  case lists(Set<String>)
}

/// A record of a JSON file.
package struct JSONRecord {
  /// The key of its list; empty where there is but one.
  package let list: String
  /// From 1, in its list.
  package let number: Int
  package let value: JSONValue
}

/// Reads the records of a JSON file one by one: no more is kept than one of them.
package enum JSONRecords {
  /// Calls `each` with the records at `place`, in the order of the file. Of objects only the members with keys in
  /// `keeping` are kept, where that isn't nil.
  package static func read(
    _ feed: ByteFeed, at place: JSONRecordPlace, keeping: Set<String>?, _ each: (JSONRecord) -> Void
  ) throws(FileFault) {
    try withoutActuallyEscaping(each) { each throws(FileFault) in
      let sink = JSONRecordSink(at: place, keeping: keeping, each)
      var parser = try JSONParser(sink)
      var repair = JSONRepair()
      try feed.forEachPiece { piece throws(FileFault) in try parser.parse(repair.repaired(piece)) }
      try parser.finish()
    }
  }
}
