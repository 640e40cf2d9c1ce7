import ImageModel
import Imaging
import System

extension OpenSource {
  /// What planning needs: the file's status and the header of a page, 0 being the first one, never its pixels. A JPEG's
  /// thumbnail is looked for where it may be used.
  package func survey(
    _ clock: StageClock? = nil, page: Int = 0, thumbnail use: ThumbnailUse = .never
  ) throws(SourceRefusal) -> SourceInfo {
    try survey(bytes(), clock, page: page, thumbnail: use)
  }

  /// The same by `bytes`, which are the source's.
  package func survey(
    _ bytes: ByteSource, _ clock: StageClock?, page: Int, thumbnail use: ThumbnailUse
  ) throws(SourceRefusal) -> SourceInfo {
    let size = status.bytes
    let header: SurveyedHeader
    do throws(Finding) {
      header = try SurveyedHeader(bytes, page, thumbnail: use)
      clock?.sample(.probe)
    } catch { throw SourceRefusal(error, bytes: size) }
    switch header.pixels {
    case .failure(let finding):
      throw SourceRefusal(finding, bytes: size, format: header.format, storedSize: header.storedSize)
    case .success(let pixels):
      return SourceInfo(
        bytes: size, modified: status.modified, inode: status.inode, storedSize: header.storedSize,
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
    do throws(Finding) { return try ByteSource(descriptor: descriptor.number) } catch {
      throw SourceRefusal(error, bytes: status.bytes)
    }
  }

  /// How many pages the file has; `bytes`, which are the source's, keep where they begin. Throws `max_pages` where they are
  /// more than `most`.
  package func pages(in bytes: inout ByteSource, most: Int) throws(SourceRefusal) -> Int {
    let size = status.bytes
    let count: Int
    do throws(Finding) { count = try PictureHeader.pages(in: &bytes, most: most) } catch {
      throw SourceRefusal(error, bytes: size)
    }
    guard count <= most else {
      let reason = "it has more pages than limits.max_pages (\(most)): raise that, or name pages by 'page: N'"
      throw SourceRefusal(Finding(.maxPages, reason), bytes: size)
    }
    return count
  }
}

/// What planning needs of a header, whatever the format.
private struct SurveyedHeader {
  let format: SourceFormat
  let storedSize: PixelSize
  let orientation: OrientationReading
  /// What a decode gives, or why there is none.
  let pixels: Result<PixelFormat, Finding>
  let wholeBytes: Int
  var findings: [Finding] = []
  var thumbnail: SourceThumbnail?
  var reduced: [SourceReducedImage] = []
  var coefficients: SourceCoefficients?
  var sampling: [SamplingFactors]?
  let detail: PictureDetail
  let profile: ProfileNeed?

  init(_ bytes: ByteSource, _ page: Int, thumbnail use: ThumbnailUse) throws(Finding) {
    switch try SourceFormat.tell(bytes) {
    case .png, .tiff, .webp, .gif, .bmp: try self.init(PictureHeader.read(from: bytes, page: page), bytes)
    case .heic, .avif: try self.init(coded: PictureHeader.read(from: bytes, page: page), bytes)
    case .jpeg where page != 0: throw .noPage(page)
    // What is none of ours is refused as no JPEG.
    default: try self.init(JPEGHeader.read(from: bytes), bytes, thumbnail: use)
    }
  }

  private init(
    _ header: JPEGHeader, _ bytes: ByteSource, thumbnail use: ThumbnailUse
  ) throws(Finding) {
    format = .jpeg
    storedSize = header.storedSize
    orientation = try OrientationReading.read(header, from: bytes)
    if use == .whenLargeEnough {
      thumbnail = try SourceThumbnail.read(header, shown: orientation.tag ?? .topLeft, from: bytes)
    }
    let unknown = Finding(.componentCount, "its colours are not supported")
    let color = header.refusal == nil ? header.color : nil
    let absence = color == .cmyk ? OptionalLibrary.lcms2.absence : nil
    pixels =
      absence.map { .failure($0) } ?? color.map { .success(PixelFormat($0)) }
      ?? .failure(header.refusal ?? unknown)
    wholeBytes = header.heldBytes
    detail = PictureDetail(lossy: bytes.size, pixels: storedSize.area)
    profile = try ProfileNeed.read(header, from: bytes)
    coefficients = header.coefficients
    sampling = header.sampling
  }

  private init(_ header: PictureHeader, _ bytes: ByteSource) throws(Finding) {
    format = header.format
    storedSize = header.storedSize
    orientation = try OrientationReading.read(header, from: bytes)
    let layout = format == .tiff ? try TIFFLayout.read(from: bytes, page: header.page) : nil
    let pixels = header.decodedPixels
    let refusal =
      storedSize.refusal ?? header.colorRefusal ?? layout?.refusal(fileBytes: bytes.size)
      ?? (pixels.color == .cmyk ? OptionalLibrary.lcms2.absence : nil)
    self.pixels = refusal.map { .failure($0) } ?? .success(pixels)
    let whole =
      refusal == nil
      ? layout?.heldBytes(of: bytes.size) ?? header.wholeBytes(pixels, fileBytes: bytes.size) : 0
    wholeBytes = whole
    detail = header.detail(fileBytes: bytes.size, layout: layout)
    profile = try ProfileNeed.read(header, from: bytes)
    findings += header.colorFindings
    if header.isAnimated {
      findings.append(Finding(.animated, "an animation: one picture of it is taken"))
    }
    if layout != nil && refusal == nil { try findReduced(header, bytes) }
  }

  /// Looks for smaller copies.
  private mutating func findReduced(_ header: PictureHeader, _ bytes: ByteSource) throws(Finding) {
    reduced = try TIFFReducedImage.all(of: header.page, in: bytes).map {
      SourceReducedImage($0.image, wholeBytes: $0.layout.heldBytes(of: bytes.size))
    }
  }

  /// Of a file whose picture is put together of coded ones.
  private init(coded header: PictureHeader, _ bytes: ByteSource) throws(Finding) {
    format = header.format
    storedSize = header.storedSize
    orientation = try OrientationReading.read(header, from: bytes)
    let pixels = header.decodedPixels
    var held = 0
    do throws(Finding) {
      if let refusal = storedSize.refusal ?? header.colorRefusal { throw refusal }
      if format == .heic, let absence = OptionalLibrary.libde265.absence { throw absence }
      held = try CodedPicture.read(from: bytes, page: header.page).decodeBytes(storedSize, pixels)
      self.pixels = .success(pixels)
    } catch { self.pixels = .failure(error) }
    wholeBytes = held
    detail = header.detail(fileBytes: bytes.size, layout: nil)
    profile = try ProfileNeed.read(header, from: bytes)
    findings += header.colorFindings
    if header.isAnimated {
      findings.append(Finding(.animated, "an animation: one picture of it is taken"))
    }
  }
}
