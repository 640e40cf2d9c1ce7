import System

/// A page of a list of unfinished uploads.
struct UploadListing {
  struct Upload: Hashable {
    var key = ""
    var id = ""
    /// When the upload began, in seconds from the start of 1970; nil if the store doesn't tell.
    var start: Int?
  }

  /// The place behind a page.
  struct Place: Hashable {
    let key, id: String
  }

  private(set) var uploads: [Upload] = []
  /// Nil on the last page.
  private(set) var next: Place?

  /// Reads a reply. Throws for anything that is no such list.
  init(_ reply: [UInt8]) throws(StoreFault) {
    var texts: [[String]: String] = [:]
    var uploads: [Upload] = []
    let root = "ListMultipartUploadsResult"
    var isListing = false
    try StoreXML.read(
      reply,
      open: { path in
        if path == [root] { isListing = true }
        if path == [root, "Upload"] { uploads.append(Upload()) }
      },
      close: { path, text throws(StoreFault) in
        if path.count == 2 { texts[path] = text }
        guard let last = uploads.indices.last, path.starts(with: [root, "Upload"]), path.count == 3 else {
          return
        }
        if path[2] == "Key" { uploads[last].key = text }
        if path[2] == "UploadId" { uploads[last].id = text }
        if path[2] == "Initiated" { uploads[last].start = StoreTime.seconds(text) }
      })
    guard isListing else { throw StoreFault("it is no list of uploads") }
    let isEncoded = texts[[root, "EncodingType"]]?.lowercased() == "url"
    func decoded(_ key: String) throws(StoreFault) -> String {
      if !isEncoded { return key }
      let bytes = PercentCoding.decode(key.utf8, plusIsSpace: true)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw StoreFault("an upload has a key that isn't UTF-8")
      }
      return text
    }
    for upload in uploads {
      guard !upload.key.isEmpty, !upload.id.isEmpty else { throw StoreFault("an upload has no key or no id") }
      self.uploads.append(Upload(key: try decoded(upload.key), id: upload.id, start: upload.start))
    }
    if texts[[root, "IsTruncated"]]?.lowercased() != "true" { return }
    guard let key = texts[[root, "NextKeyMarker"]], !key.isEmpty else {
      throw StoreFault("it has more pages, but no key at which the next one begins")
    }
    next = Place(key: try decoded(key), id: texts[[root, "NextUploadIdMarker"]] ?? "")
  }
}
