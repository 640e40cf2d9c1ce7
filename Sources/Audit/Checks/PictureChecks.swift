import ImageModel
import Imaging
import JobFile
import Planning
import Survey
import System

/// Faults of pictures by themselves.
extension Auditor {
  /// Finds pictures that can't be read, that are cut off, or whose names disagree with their content. `isCutOff` tells
  /// for each of the subject's pictures if its file ends too early.
  mutating func checkPictures(_ isCutOff: [Bool]) {
    for (place, isCutOff) in zip(subject.pictures, isCutOff) {
      let image = subject.images[Int(place)]
      if isCutOff {
        add(.truncated, image: place, "the file ends within its picture, after \(image.bytes ?? 0) bytes")
      } else if let error = image.error {
        check(error, of: place)
      }
      if let format = image.format, let ending = image.wrongExtension(for: format) {
        add(
          .wrongExtension, image: place, "its extension is '\(ending)', and its content is \(format.rawValue)"
        )
      }
    }
  }

  private mutating func check(_ error: Finding, of place: Int32) {
    switch error.code {
    // Memory and libraries are those of this machine. The checks of annotations find the other faults.
    case .memory, .missingLibrary, .svgText, .spaceUnclear, .badAnnotation: return
    case .notFound:
      if !subject.isNamed[Int(place)] { add(.missingPicture, image: place, error.message) }
    default: add(.unreadable, image: place, error.message)
    }
  }
}

extension ImagePlan {
  /// True if the image's file, which `store` opens, ends within its picture. False for formats that don't tell it, for
  /// sources that are no files of their own, and if the file can't be read.
  func isCutOff(_ store: SourceStore) -> Bool {
    guard let format, FileEnd.tells(format), version != nil, !WebAddress.isURL(source),
      MemberPath(source) == nil, let file = try? store.open(self)
    else { return false }
    let end = FileEnd(of: file.descriptor.number, bytes: file.version.bytes)
    return (try? end.isMissing(in: format)) ?? false
  }

  /// The extension of the source's name if it belongs to other formats only; nil if it is right or unknown.
  fileprivate func wrongExtension(for format: SourceFormat) -> String? {
    if WebAddress.isURL(source) { return nil }
    let name = Array(source.utf8).lastName
    let ending = name.dropFirst(name.withoutExtension.count + 1).map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }
    let text = String(decoding: ending, as: UTF8.self)
    let known = SourceFormat.allCases.filter { $0.extensions.contains(text) }
    if known.isEmpty || known.contains(format) { return nil }
    return format.isTIFFStructure && known.contains(where: \.isTIFFStructure) ? nil : text
  }
}
