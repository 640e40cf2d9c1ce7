import ImageModel
import Imaging
import System

extension OpenSource {
  /// The facts that planning needs: the version, and the header of a page, never its pixels. Page 0 is the
  /// first page, and nil is the main page. `use` tells if the thumbnail of a JPEG is looked for.
  package func survey(
    _ clock: StageClock? = nil, page: Int? = nil, thumbnail use: ThumbnailUse = .never
  ) throws(SourceRefusal) -> SourceInfo {
    try survey(bytes(), clock, page: page, thumbnail: use)
  }

  /// The facts that planning needs, read from `bytes`, the bytes of this source.
  package func survey(
    _ bytes: ByteSource, _ clock: StageClock?, page: Int?, thumbnail use: ThumbnailUse
  ) throws(SourceRefusal) -> SourceInfo {
    let found: Result<SourceInfo, SourceRefusal>
    do throws(ImageError) {
      found = try SourceFormat.header(of: bytes, page: page).survey(bytes, version, thumbnail: use)
      clock?.sample(.probe)
    } catch { throw SourceRefusal(error.finding, bytes: version.bytes) }
    var info = try found.get()
    info.heldBytes = heldBytes
    return info
  }
}

extension OpenSource {
  /// The source's bytes, read by position.
  package func bytes() throws(SourceRefusal) -> ByteSource {
    do throws(ImageError) { return try ByteSource(descriptor: descriptor.number) } catch {
      throw SourceRefusal(error.finding, bytes: version.bytes)
    }
  }

  /// The number of pages in `bytes`, the bytes of this source. `bytes` keeps the offsets of the pages. Throws
  /// `max_pages` for more than `most` pages.
  package func pages(in bytes: inout ByteSource, most: Int) throws(SourceRefusal) -> Int {
    let size = version.bytes
    let count: Int
    do throws(ImageError) { count = try SourceFormat.pages(in: &bytes, most: most) } catch {
      throw SourceRefusal(error.finding, bytes: size)
    }
    guard count <= most else {
      let reason = "it has more pages than limits.max_pages (\(most)): raise that, or name pages by 'page: N'"
      throw SourceRefusal(Finding(.maxPages, reason), bytes: size)
    }
    return count
  }
}
