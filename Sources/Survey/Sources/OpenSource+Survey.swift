import ImageModel
import Imaging
import System

extension OpenSource {
  /// The facts that planning needs: the version, and the header of a page, never its pixels. Page 0 is the
  /// first. `use` says whether a JPEG's thumbnail is looked for.
  package func survey(
    _ clock: StageClock? = nil, page: Int = 0, thumbnail use: ThumbnailUse = .never
  ) throws(SourceRefusal) -> SourceInfo {
    try survey(bytes(), clock, page: page, thumbnail: use)
  }

  /// The same, read from `bytes`, which are the source's.
  package func survey(
    _ bytes: ByteSource, _ clock: StageClock?, page: Int, thumbnail use: ThumbnailUse
  ) throws(SourceRefusal) -> SourceInfo {
    let size = version.bytes
    let header: SurveyedHeader
    do throws(ImageError) {
      header = try SourceFormat.header(of: bytes, page: page).survey(bytes, thumbnail: use)
      clock?.sample(.probe)
    } catch { throw SourceRefusal(error.finding, bytes: size) }
    switch header.pixels {
    case .failure(let error):
      throw SourceRefusal(error.finding, bytes: size, format: header.format, storedSize: header.storedSize)
    case .success(let pixels):
      return SourceInfo(
        version: version, storedSize: header.storedSize,
        tag: header.orientation.tag, format: header.format, pixels: pixels,
        wholeBytes: header.wholeBytes, findings: header.orientation.findings + header.findings,
        thumbnail: header.thumbnail, reduced: header.reduced, coefficients: header.coefficients,
        sampling: header.sampling, detail: header.detail,
        profile: header.profile)
    }
  }
}

extension OpenSource {
  /// The source's bytes, read by position.
  package func bytes() throws(SourceRefusal) -> ByteSource {
    do throws(ImageError) { return try ByteSource(descriptor: descriptor.number) } catch {
      throw SourceRefusal(error.finding, bytes: version.bytes)
    }
  }

  /// The number of pages. `bytes`, the source's, keep their offsets. Throws `max_pages` for more than
  /// `most`.
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
