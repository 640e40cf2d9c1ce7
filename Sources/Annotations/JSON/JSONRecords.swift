/// Where the records of a JSON file are.
enum JSONRecordPlace: Hashable {
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
struct JSONRecord {
  /// The key of its list; empty where there is but one.
  let list: String
  /// From 1, in its list.
  let number: Int
  let value: JSONValue
}

/// Reads the records of a JSON file one by one: no more is kept than one of them.
enum JSONRecords {
  /// Calls `each` with the records at `place`, in the order of the file. Of objects only the members with keys in
  /// `keeping` are kept.
  static func read(
    _ feed: ByteFeed, at place: JSONRecordPlace, keeping: Set<String>, _ each: (JSONRecord) -> Void
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
