import ImageModel
import JobFile
import Planning
import System

/// Opens the sources of a job, and tells their versions. All code that reads a source or asks for its version
/// does so by a store, because only the store knows where a source lies.
package struct SourceStore: Sendable {
  private let base: String

  /// The store of the job that reads from `folders`.
  package init(_ folders: JobFolders) { base = folders.base }

  /// Opens the source of an image. Throws `source_changed` if the source isn't of the planned version.
  package func open(_ image: ImagePlan) throws(OpeningError) -> OpenSource {
    let source = try open(named: image.source)
    if source.version != image.version { throw .source(.sourceChanged) }
    return source
  }

  /// Opens the source that a plan or a manifest calls `name`, whatever its version is.
  package func open(named name: String) throws(OpeningError) -> OpenSource { try place(of: name.utf8).open() }

  /// Opens a source that isn't planned yet.
  package func open(_ item: SourceItem) throws(OpeningError) -> OpenSource { try place(of: item.path).open() }

  /// Asks the kernel to read an image's source into its cache. Errors are ignored: making the image reports
  /// them.
  package func prefetch(_ image: ImagePlan) {
    guard let source = try? open(named: image.source) else { return }
    source.prefetch()
  }

  /// The version of an image's source now. Nil if there is no source, or if its status can't be read.
  package func version(of image: ImagePlan) -> SourceVersion? { place(of: image.source.utf8).version }

  /// The version of a source that isn't planned yet. Nil if there is no source, if its status can't be read,
  /// or if this process may not read the source.
  package func version(ofReadable item: SourceItem) -> SourceVersion? {
    place(of: item.path).versionIfReadable
  }

  /// The first of `images` whose source isn't of the planned version any more; nil if there is no such image.
  package func firstChanged(_ images: [ImagePlan]) -> ImagePlan? {
    images.first { image in
      let version = version(of: image)
      if image.version == nil { return version != nil && image.error?.code == .notFound }
      return version != image.version
    }
  }

  /// True if `file` is the source of an image, perhaps under another name.
  package func isSource(_ file: FileStatus, of image: ImagePlan) -> Bool {
    place(of: image.source.utf8).isSameFile(as: file)
  }

  /// The place of the source with this name. Names become places here and nowhere else.
  private func place(of name: some Collection<UInt8>) -> SourceFile {
    let slash = UInt8(ascii: "/")
    let path = name.first == slash ? Array(name) : Array(base.utf8) + [slash] + name
    return SourceFile(path: path.map { CChar(bitPattern: $0) } + [0])
  }
}

/// A source that is a file.
private struct SourceFile {
  /// The path by which to open the file; ends in NUL. The system resolves it, including a `..` after a link.
  let path: [CChar]

  func open() throws(OpeningError) -> OpenSource { try OpenSource.open(path) }

  var version: SourceVersion? { FileIdentity(at: path).map { SourceVersion($0) } }

  var versionIfReadable: SourceVersion? { FileIdentity(ofReadable: path).map { SourceVersion($0) } }

  func isSameFile(as file: FileStatus) -> Bool { FileStatus(at: path)?.isSameFile(as: file) == true }
}
