import Archives
import ImageModel
import JobFile
import Parquet
import Planning
import Remote
import System

/// Opens the sources of a job, and tells their versions. All code that reads a source or asks for its version
/// does so by a store, because only the store knows where a source lies.
package struct SourceStore: Sendable {
  /// The place of a source.
  private enum Place {
    case file(SourceFile)
    /// A member of an archive.
    case member(MemberPath, of: ContainerFile)
    /// The picture in a row of a Parquet file.
    case row(MemberPath, of: ContainerFile)
    case url(String, WebSources)
    /// A URL, although the job names none.
    case nowhere
  }

  private static let slash = UInt8(ascii: "/")
  /// The base folder's path, which ends in a slash.
  private let base: [UInt8]
  let web: WebSources?
  /// The archives and Parquet files on the web.
  private let webFiles: WebFiles?
  let archives: ArchiveSources
  private let parquet: ParquetSources

  /// The store of a job that reads from `folders`. A member of an archive is a source only if it has no more bytes than
  /// `limits` allows. `web` has the job's sources that are URLs, if it names any. `shelf` is the path of the folder in
  /// which indexes of archives are kept; nil if none are.
  package init(
    _ folders: JobFolders, _ limits: Limits = Limits(), _ web: WebSources? = nil, shelf: String? = nil
  ) {
    let base = Array(folders.base.utf8) + [Self.slash]
    self.base = base
    archives = ArchiveSources(
      largest: limits.maxFileBytes, shelf.map { ArchiveShelf($0, base: base) })
    parquet = ParquetSources(largest: limits.maxFileBytes)
    self.web = web
    webFiles = web.map { WebFiles($0) }
  }

  /// From now on, `write` keeps the index of each archive that is scanned. `tell` gets the first error.
  package func keepArchives(
    by write: @escaping ArchiveShelf.Write, tell: @escaping @Sendable (SystemError) -> Void
  ) {
    archives.shelf?.keep(by: write, tell: tell)
  }

  /// From now on, scans archives although their indexes are kept. So a change is found that leaves an archive's size,
  /// time and inode as they were.
  package func scanArchivesAnew() { archives.shelf?.ignore() }

  /// The names on the shelf of all archives that were opened.
  package var shelvedArchives: Set<String> { archives.shelf?.names ?? [] }

  /// The use of the network so far; nil if no source is a URL.
  package var network: NetworkUse? { web?.use }

  /// The way to objects in buckets, or the reason why there is none; nil if the job has no use for the network.
  package var buckets: Result<ObjectStore, StoreFault>? { web?.transport.buckets }

  /// True if a source may be a URL.
  package var hasURLs: Bool { web != nil }

  /// Opens the source of an image, which may be `fetched` already. Throws `source_changed` if the source isn't of the
  /// planned version, and `hash_mismatch` if it has another hash than a list says. `anew` leaves out the cache of URLs.
  package func open(
    _ image: ImagePlan, _ fetched: FetchedPicture? = nil, anew: Bool = false
  ) throws(OpeningError) -> OpenSource {
    guard let version = image.version else { throw .source(.sourceChanged) }
    var source =
      if let fetched { try fetched.open(image.source, of: version) } else {
        try open(named: image.source, of: version, image.objectVersion, anew: anew)
      }
    if let mask = image.mask { source.openMask = try descriptor(of: mask) }
    guard let wanted = image.wantedSum else { return source }
    let found = try source.sum().sha256
    if found == wanted { return source }
    // The server may have mended the file without a new version.
    if fetched == nil, !anew, web?.isCached(image.source, version) == true {
      return try open(image, anew: true)
    }
    throw .source(
      Finding(
        .hashMismatch, "has the SHA-256 \(found.hexadecimal), and its list says \(wanted.hexadecimal)"))
  }

  /// Lets the URLs of `lists` be opened by their names.
  package func add(_ lists: ListSurvey) { web?.add(lists.secrets) }

  /// Makes a larder of `bytes` bytes for the images at `places`; nil if no image needs a picture. An image needs its
  /// picture if `needsPicture` returns true. The larder has the pictures that came with the plan, and fetches the others.
  /// With `inOrder`, images become ready in the order of `places`.
  package func larder(
    _ images: [ImagePlan], at places: [Int32], bytes: Int, inOrder: Bool, needsPicture: (Int32) -> Bool
  ) -> Larder? {
    guard let web else { return nil }
    let needed = places.filter(needsPicture)
    // The other half is for pictures that are fetched.
    web.kept.retain(images, at: needed, within: bytes / 2)
    var (kept, fetched): (Set<Int32>, Set<Int32>) = ([], [])
    for place in needed {
      let image = images[Int(place)]
      if let version = image.version {
        if web.kept.has(image.source, version) {
          kept.insert(place)
          continue
        }
        if web.isCached(image.source, version) { continue }
      }
      if web.address(of: image.source) != nil, case .url = self.place(of: image.source) {
        fetched.insert(place)
      }
    }
    if kept.isEmpty && fetched.isEmpty { return nil }
    return Larder(web, images, at: places, kept: kept, fetched: fetched, bytes: bytes, inOrder: inOrder)
  }

  /// Opens the source that a plan or a manifest calls `name`. Throws `source_changed` if the source isn't of the
  /// version `planned`; nil stands for any version. `object` is the version of an object as its bucket names it.
  package func open(
    named name: String, of planned: SourceVersion? = nil, _ object: String? = nil, anew: Bool = false
  ) throws(OpeningError) -> OpenSource {
    switch place(of: name) {
    case .url(let name, let web): return try web.open(name, of: planned, object, anew: anew)
    case .nowhere: throw .source(.unnamedURL)
    case .member(let member, let file): return try archives.open(member, of: file, planned)
    case .row(let row, let file): return try parquet.open(row, of: file, planned)
    case .file(let file):
      let source = try file.open()
      if let planned, planned != source.version { throw .source(.sourceChanged) }
      return source
    }
  }

  /// Reads the header of a source that isn't planned yet. `body` gets the source's bytes. If these come by ranges, it
  /// is called again with more of them.
  package func read<Value>(
    _ item: SourceItem, trouble: (SystemError) -> Void,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    try read(place(of: item), entry: item.entry, trouble, body)
  }

  /// Reads the headers of the URLs among the items at `places`. Threads of `pool` call `body` with the place of an item
  /// and its bytes. If the bytes don't suffice, they call `body` again with more bytes. They call `done` with the result.
  /// Returns the places of the items that are no URLs.
  package func readURLs<Value: Sendable>(
    _ items: [SourceItem], at places: [Int], _ pool: ThreadPool,
    _ body: @escaping @Sendable (Int, SurveyedSource) throws(SourceRefusal) -> Value,
    done: @escaping @Sendable (Int, Result<Value, SourceRefusal>) -> Void
  ) -> [Int] {
    guard let web else { return places }
    var (urls, others): ([Int], [Int]) = ([], [])
    for place in places {
      if case .url = self.place(of: items[place]) { urls.append(place) } else { others.append(place) }
    }
    web.read(urls, pool, source: { (items[$0].displayName, items[$0].entry) }, body, done: done)
    return others
  }

  /// Reads the header of an image's source as ``read(_:trouble:_:)`` does. Throws `source_changed` if the source isn't
  /// of the planned version.
  package func read<Value>(
    _ image: ImagePlan, trouble: (SystemError) -> Void,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    try read(place(of: image.source), entry: nil, trouble) { source throws(SourceRefusal) in
      if source.version != image.version { throw SourceRefusal(.sourceChanged) }
      return try body(source)
    }
  }

  private func read<Value>(
    _ place: Place, entry: Int?, _ trouble: (SystemError) -> Void,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    switch place {
    case .url(let name, let web): return try web.read(name, entry: entry, body)
    case .nowhere: throw SourceRefusal(.unnamedURL)
    case .member(let member, let file): return try archives.read(member, of: file, trouble, body)
    case .row(let row, let file): return try parquet.read(row, of: file, trouble, body)
    case .file(let file):
      let source: OpenSource
      do throws(OpeningError) { source = try file.open() } catch { throw error.refusal(trouble) }
      return try source.withBytes(body)
    }
  }

  /// The number of bytes of the member with this ending in the sample of an image's source, which is a member of an
  /// archive. Throws `source_changed` if the source isn't of the planned version.
  package func bytes(ofMember ending: String, beside image: ImagePlan) throws(OpeningError) -> Int {
    guard case .member(let path, let file) = place(of: image.source) else { throw .source(.sourceChanged) }
    return try archives.bytes(ofMember: ending, beside: path, of: file, image.version)
  }

  /// The same member's bytes.
  package func readMember(_ ending: String, beside image: ImagePlan) throws(OpeningError) -> [UInt8] {
    guard case .member(let path, let file) = place(of: image.source) else { throw .source(.sourceChanged) }
    return try archives.readMember(ending, beside: path, of: file, image.version)
  }

  /// Asks for the bytes of an image's source, which is needed soon, and doesn't wait for them. Errors are ignored:
  /// making the image reports them.
  package func prefetch(_ image: ImagePlan) {
    switch place(of: image.source) {
    case .file(let file): if let source = try? file.open() { source.prefetch() }
    case .member(let member, let file): archives.prefetch(member, of: file)
    case .row(let row, let file): parquet.prefetch(row, of: file)
    case .url, .nowhere: return
    }
  }

  /// The version of an image's source: of a file now, and of a URL when its header was read. Nil if there is none.
  package func version(of image: ImagePlan) -> SourceVersion? {
    switch place(of: image.source) {
    case .file(let file): file.version
    case .member(let member, let file): archives.version(of: member, in: file)
    case .row(let row, let file): parquet.version(of: row, in: file)
    case .url(let name, let web): image.version ?? web.version(of: name)
    case .nowhere: nil
    }
  }

  /// The version of a source that isn't planned yet: of a file now, of an object when its bucket was listed, and of a
  /// member or a row when its archive was scanned. Nil if there is no source, if its status can't be read, if this
  /// process may not read the source, or if only the header of a URL tells the version.
  package func version(ofReadable item: SourceItem) -> SourceVersion? {
    switch place(of: item) {
    case .file(let file): file.versionIfReadable
    case .member(let member, let file): archives.scannedVersion(of: member, in: file)
    case .row(let row, let file): parquet.walkedVersion(of: row, in: file)
    case .url(let name, let web): web.listedVersion(of: name, entry: item.entry)
    case .nowhere: nil
    }
  }

  /// The first of `images` whose file isn't of the planned version any more; nil if there is no such image. The version
  /// of a URL or of an archive on the web is checked when it is fetched.
  package func firstChanged(_ images: [ImagePlan]) -> ImagePlan? {
    images.first { image in
      switch place(of: image.source) {
      case .url, .nowhere, .member(_, .web), .row(_, .web): return false
      case .file, .member, .row:
        if image.version == nil && image.error?.code != .notFound { return false }
        return version(of: image) != image.version
      }
    }
  }

  /// True if `file` is the source of an image or its archive, perhaps under another name.
  package func isSource(_ file: FileStatus, of image: ImagePlan) -> Bool {
    switch place(of: image.source) {
    case .file(let source): source.isSameFile(as: file)
    case .member(_, let archive), .row(_, let archive): archive.isSameFile(as: file)
    case .url, .nowhere: false
    }
  }

  /// True if an image's source may have the same bytes although its version is another one: any change of an archive or
  /// a Parquet file gives all sources in it new versions.
  package func comparesBytes(of image: ImagePlan) -> Bool {
    switch place(of: image.source) {
    case .member, .row: true
    case .file, .url, .nowhere: false
    }
  }

  /// The place of the source with this name. Names become places here and nowhere else.
  private func place(of name: String) -> Place {
    let isURL = WebAddress.isURL(name)
    if let path = MemberPath(name), let file = isURL ? container(path.archive) : local(path.archive) {
      return path.format.hasRows ? .row(path, of: file) : .member(path, of: file)
    }
    // The URL shares its memory with the plan's name.
    if isURL { return web.map { .url(name, $0) } ?? .nowhere }
    var name = name
    return name.withUTF8 { .file(file($0)) }
  }

  private func place(of item: SourceItem) -> Place {
    item.isUTF8
      ? place(of: item.displayName) : item.path.withUnsafeBufferPointer { .file(file($0)) }
  }

  /// The archive at `path`, which is scanned at the first call.
  func archive(_ path: [UInt8], _ format: ArchiveFormat) throws(OpeningError) -> Archive {
    try archives.archive(container(at: path), format)
  }

  /// The members of the archive at `path`, which is scanned at the first call.
  package func members(
    ofArchive path: [UInt8], _ format: ArchiveFormat
  ) throws(OpeningError) -> MemberIndex { try archive(path, format).index }

  /// The Parquet file at `path`, of which only the description was read.
  package func parquetFile(_ path: [UInt8]) throws(OpeningError) -> ParquetFile {
    try ParquetFile.opened(container(at: path)).0
  }

  /// The pictures in the column `image` of the Parquet file at `path`, which is walked through at the first call.
  func table(_ path: [UInt8], image: String) throws(OpeningError) -> ParquetTable {
    try parquet.table(container(at: path), image: image)
  }

  /// The archive or Parquet file with the name or path that a ``FoundArchive`` has.
  private func container(at path: [UInt8]) throws(OpeningError) -> ContainerFile {
    guard path.withUnsafeBufferPointer({ WebAddress.isURL($0) }) else { return .local(file(path)) }
    guard let file = container(path.displayName) else { throw .source(.unnamedURL) }
    return file
  }

  private func container(_ url: String) -> ContainerFile? { webFiles?.file(named: url).map { .web($0) } }

  private func local(_ path: String) -> ContainerFile { .local(file(Array(path.utf8))) }

  func file(_ name: some Collection<UInt8>) -> SourceFile {
    let start = name.first == Self.slash ? 0 : base.count
    let path = [CChar](unsafeUninitializedCapacity: start + name.count + 1) { path, count in
      let bytes = UnsafeMutableRawBufferPointer(path)
      bytes.copyBytes(from: base[..<start])
      UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(from: name)
      count = start + name.count + 1
      bytes[count - 1] = 0
    }
    return SourceFile(path: path)
  }
}

/// A source that is a file, or an archive.
struct SourceFile: Hashable {
  /// The path by which to open the file; ends in NUL. The system resolves it, including a `..` after a link.
  let path: [CChar]

  func open() throws(OpeningError) -> OpenSource { try OpenSource.open(path) }

  var version: SourceVersion? { FileIdentity(at: path).map { SourceVersion($0) } }

  var versionIfReadable: SourceVersion? { FileIdentity(ofReadable: path).map { SourceVersion($0) } }

  func isSameFile(as file: FileStatus) -> Bool { FileStatus(at: path)?.isSameFile(as: file) == true }
}
