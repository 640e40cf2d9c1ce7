import ImageModel
import Imaging
import System

/// A source whose header is read: its version, and its bytes as far as headers need them.
package struct SurveyedSource: Sendable {
  package let version: SourceVersion
  package private(set) var bytes: ByteSource
  /// Bytes of memory that the open source takes; 0 for a file.
  let heldBytes: Int
  /// The name of the object's version; nil for other sources, and in a bucket without versions.
  var objectVersion: String?

  init(version: SourceVersion, bytes: ByteSource, heldBytes: Int) {
    (self.version, self.bytes, self.heldBytes) = (version, bytes, heldBytes)
  }

  /// Lets readers count the frames of an animation in up to `most` bytes.
  package mutating func countFrames(within most: Int) {
    bytes.bytesForFrames = max(bytes.bytesForFrames, most)
  }

  /// The facts that planning needs: the version, and the header of a page, never its pixels. Page 0 is the
  /// first page, and nil is the main page. `use` tells if the thumbnail of a JPEG is looked for.
  package func survey(
    _ clock: StageClock? = nil, page: Int? = nil, thumbnail use: ThumbnailUse = .never
  ) throws(SourceRefusal) -> SourceInfo {
    let found: Result<SourceInfo, SourceRefusal>
    do throws(ImageError) {
      found = try SourceFormat.header(of: bytes, page: page).survey(bytes, version, thumbnail: use)
      clock?.sample(.probe)
    } catch { throw SourceRefusal(error.finding, bytes: version.bytes) }
    var info = try found.get()
    info.heldBytes = heldBytes
    info.objectVersion = objectVersion
    return info
  }

  /// The number of the source's pages. Their offsets are kept. Throws `max_pages` for more than `most` pages.
  package mutating func pages(most: Int) throws(SourceRefusal) -> Int {
    let count: Int
    do throws(ImageError) { count = try SourceFormat.pages(in: &bytes, most: most) } catch {
      throw SourceRefusal(error.finding, bytes: version.bytes)
    }
    guard count <= most else {
      let reason = "it has more pages than limits.max_pages (\(most)): raise that, or name pages by 'page: N'"
      throw SourceRefusal(Finding(.maxPages, reason), bytes: version.bytes)
    }
    return count
  }
}

extension OpenSource {
  /// Calls `body` with the source's version and bytes. The bytes are read by position, and only during the call.
  package func withBytes<Value>(
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let bytes: ByteSource
    do throws(ImageError) { bytes = try ByteSource(descriptor: descriptor.number) } catch {
      throw SourceRefusal(error.finding, bytes: version.bytes)
    }
    return try body(SurveyedSource(version: version, bytes: bytes, heldBytes: heldBytes))
  }
}
