import ImageModel
import Imaging
import JobFile
import Planning

/// A probe as text for people.
package enum ProbeText {
  typealias Fact = (name: String, value: String)

  /// The file's name, and below it a line for each fact. The facts about a requested crop are included.
  package static func lines(_ file: String, _ probed: ProbedFile, _ crop: LosslessCrop? = nil) -> String {
    let cut = crop.map { Self.facts($0) } ?? []
    let facts =
      switch probed {
      case .jpeg(let report):
        facts(report) + cut + notes(report.findings) + report.tags.map { ($0.name, $0.value) }
      case .picture(let report): facts(report) + cut + notes(report.findings)
      }
    let width = facts.map(\.name.count).max() ?? 0
    return file.shown + "\n"
      + facts.map { name, value in
        "  " + name + String(repeating: " ", count: width - name.count + 2) + value.shown + "\n"
      }.joined()
  }

  private static func facts(_ report: ProbeReport) -> [Fact] {
    var facts: [Fact] = [
      ("format", SourceFormat.jpeg.rawValue),
      ("stored size", report.header.storedSize.description),
      ("display size", report.displaySize.description),
      ("orientation", orientation(report.orientation, report.orientationMeaning, report.orientations)),
      ("coding", coding(report.header)),
      (
        "colour",
        [report.header.colorKind.rawValue, report.header.chroma].compactMap { $0 }.joined(separator: " ")
      ),
      ("MCU", report.header.mcuSize.description),
      ("file", ByteCount.text(report.bytes)),
    ]
    facts += report.metadata.map {
      ($0.kind, "\(ByteCount.text($0.bytes)) in \($0.segments.counted("segment"))")
    }
    if let profile = report.profile { facts.append(("profile", profile)) }
    facts += self.facts(report.gainMap)
    return facts + self.facts(report.exifGroups, hasGPS: report.hasGPS)
  }

  private static func facts(_ map: Result<SourceGainMap, ImageError>?) -> [Fact] {
    guard case .success(let found)? = map else { return [] }
    return [("gain map", found.map.text(found.map.storedSize))]
  }

  private static func facts(_ report: PictureReport) -> [Fact] {
    let header = report.header
    var facts: [Fact] = [
      ("format", header.format.rawValue),
      ("stored size", header.storedSize.description),
      ("display size", report.displaySize.description),
      ("orientation", orientation(report.orientation, report.orientationMeaning, report.orientations)),
      ("coding", header.bits.counted("bit") + (header.isInterlaced ? ", interlaced" : "")),
      ("colour", header.colors.rawValue + (header.hasAlpha ? ", alpha" : "")),
    ]
    let pages = pages(report)
    if pages.isEmpty || header.isAnimated {
      facts.append(("images", "\(header.images)" + (header.isAnimated ? ", animated" : "")))
    }
    if let frames = header.frames { facts.append(("shown", shown(frames))) }
    if let previews = report.previews, !previews.isEmpty {
      facts.append(("previews", previews.map(\.description).joined(separator: ", ")))
    }
    facts += pages
    if header.page != 0 { facts.append(("page", "\(header.page), unless a job names another")) }
    if let spot = header.hotSpot { facts.append(("hot spot", text(spot))) }
    facts.append(("file", ByteCount.text(report.bytes)))
    facts += report.metadata.map { ($0.kind, ByteCount.text($0.bytes)) }
    if let profile = report.profile { facts.append(("profile", profile)) }
    facts += self.facts(report.gainMap)
    return facts + self.facts(report.exifGroups, hasGPS: report.hasGPS)
  }

  /// The time that an animation takes, such as `1.2 s, 3 times`.
  private static func shown(_ frames: SourceFrames) -> String {
    let plays = frames.plays == 0 ? "without end" : frames.plays == 1 ? "once" : "\(frames.plays) times"
    return "\(Double(frames.duration) / 1000) s, \(plays)"
  }

  /// A line for each page if there are several.
  private static func pages(_ report: PictureReport) -> [Fact] {
    guard let pages = report.pages, pages.count > 1 else { return [] }
    let hasMore = !report.header.isAnimated && report.header.images > pages.count
    return [
      ("pages", hasMore ? "\(report.header.images), of which the first \(pages.count)" : "\(pages.count)")
    ]
      + pages.map { page in
        switch page.facts {
        case .success(let facts):
          let turned = facts.orientation.map { ", orientation \($0.rawValue), shown as \(facts.displaySize)" }
          let spot = facts.hotSpot.map { ", hot spot \(text($0))" }
          return ("page \(page.number)", facts.storedSize.description + (turned ?? "") + (spot ?? ""))
        case .failure(let error):
          return ("page \(page.number)", "\(error.finding.message) (\(error.finding.code.rawValue))")
        }
      }
  }

  private static func text(_ spot: PictureHeader.HotSpot) -> String { "\(spot.x), \(spot.y)" }

  private static func facts(_ groups: ExifGroups, hasGPS: Bool) -> [Fact] {
    var facts: [Fact] = []
    if hasGPS {
      facts.append(("GPS", "present" + (groups.gpsBytes.map { ", \(ByteCount.text($0)) of exif" } ?? "")))
    }
    if let bytes = groups.makerNotesBytes {
      facts.append(("maker notes", ByteCount.text(bytes) + " of exif"))
    }
    if let thumbnail = groups.thumbnail {
      let size = thumbnail.size.map { "\($0), " } ?? ""
      facts.append(("thumbnail", size + ByteCount.text(thumbnail.bytes)))
    }
    return facts
  }

  /// The orientation as text, such as `6, turned by 90 degrees clockwise (EXIF 6, XMP 1)`.
  private static func orientation(
    _ orientation: ExifOrientation?, _ meaning: String, _ sources: OrientationSources
  ) -> String {
    let said = [("EXIF", sources.exif), ("XMP", sources.xmp), ("container", sources.container)]
      .compactMap { name, value in value.map { "\(name) \($0.rawValue)" } }.joined(separator: ", ")
    return (orientation.map { "\($0.rawValue), " } ?? "none, ") + meaning + (said.isEmpty ? "" : " (\(said))")
  }

  private static func notes(_ findings: [Finding]) -> [Fact] {
    findings.map { ("note", "\($0.message) (\($0.code.rawValue))") }
  }

  private static func coding(_ header: JPEGHeader) -> String {
    let parts = [
      header.process.rawValue, header.isArithmetic ? "arithmetic" : nil, "\(header.precision) bits",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ") + (header.isMultiScan ? ", several scans" : "")
  }
}
