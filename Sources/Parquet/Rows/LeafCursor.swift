/// Reads the values of a column from front to back, with their levels.
struct LeafCursor {
  /// The levels of a value, a null or an empty list.
  struct Levels: Hashable {
    let repetition: Int
    let definition: Int
  }

  let leaf: ParquetLeaf
  private let file: ParquetFile
  /// The largest page in bytes.
  private let most: Int
  private var pages: ChunkPages?
  private var dictionary: ParquetDictionary?
  private var values: PageValues?
  private var repetition: HybridRuns?
  private var definition: HybridRuns?
  /// The values, nulls and empty lists left in the page, in the group of rows, and in the limit for the file.
  private var leftInPage = 0
  private var leftInGroup = 0
  private var leftInLimit: Int
  /// The next levels.
  private var next: Levels?
  /// The place of the current page.
  private(set) var place: ParquetPage.Place?

  init(_ file: ParquetFile, _ leaf: ParquetLeaf, most: Int) {
    (self.file, self.leaf, self.most) = (file, leaf, most)
    leftInLimit = file.limits.columnValues
  }

  /// Goes to the start of a group of rows.
  mutating func begin(group: Int) throws(ParquetFault) {
    pages = try ChunkPages(file, leaf, group: group, most: most)
    (dictionary, values, repetition, definition, next, place) = (nil, nil, nil, nil, nil, nil)
    leftInPage = 0
    let count = file.rowGroups[group].chunks[leaf.index].values ?? 0
    guard count <= UInt64(max(0, leftInLimit)) else {
      throw .tooLarge("'\(leaf.path)' has more than \(file.limits.columnValues) values")
    }
    leftInGroup = Int(count)
    leftInLimit -= leftInGroup
  }

  /// True if the value that ``take()`` returned last lies in the dictionary, whose place ``dictionaryPlace``
  /// is.
  var isDictionary: Bool { values?.isDictionary ?? false }
  var dictionaryPlace: ParquetPage.Place? { dictionary?.place }

  /// The levels of the next value; nil at the end of the group.
  mutating func peek() throws(ParquetFault) -> Levels? {
    if let next { return next }
    if leftInGroup == 0 { return nil }
    while leftInPage == 0 { try beginPage() }
    guard let repetition = leaf.repetition == 0 ? 0 : repetition?.next(),
      let definition = leaf.definition == 0 ? 0 : definition?.next(),
      repetition <= leaf.repetition, definition <= leaf.definition
    else { throw .damaged("a page of '\(leaf.path)' has wrong levels") }
    next = Levels(repetition: Int(repetition), definition: Int(definition))
    return next
  }

  /// The next value, whose levels ``peek()`` has returned; nil for a null or an empty list.
  mutating func take() throws(ParquetFault) -> ArraySlice<UInt8>? {
    guard let levels = next else { throw .damaged("'\(leaf.path)' has too few values") }
    let value = levels.definition == leaf.definition ? try values?.next() : nil
    next = nil
    leftInPage -= 1
    leftInGroup -= 1
    return value
  }

  private mutating func beginPage() throws(ParquetFault) {
    // The page before isn't kept beside the next one.
    (values, repetition, definition) = (nil, nil, nil)
    guard let page = try pages?.next() else { throw .damaged("'\(leaf.path)' has too few values") }
    if page.isDictionary {
      guard dictionary == nil, place == nil else {
        throw .damaged("'\(leaf.path)' has a dictionary too much")
      }
      guard page.count <= file.limits.rows else {
        throw .tooLarge("the dictionary of '\(leaf.path)' has more than \(file.limits.rows) values")
      }
      dictionary = try ParquetDictionary(page, of: leaf)
      return
    }
    guard page.count <= leftInGroup else { throw .damaged("'\(leaf.path)' has too many values") }
    values = try PageValues(page, dictionary, of: leaf)
    if leaf.repetition > 0 {
      repetition = HybridRuns(page.levels, page.repetition, width: Self.width(leaf.repetition))
    }
    if leaf.definition > 0 {
      definition = HybridRuns(page.levels, page.definition, width: Self.width(leaf.definition))
    }
    (leftInPage, place) = (page.count, page.place)
  }

  /// The bits of a level up to `most`.
  static func width(_ most: Int) -> Int { Int.bitWidth - most.leadingZeroBitCount }
}
