import ImageModel
import Imaging
import Planning
import System

/// Mask files beside sources.
extension SourceStore {
  /// Opens a mask file. Throws `source_changed` if it isn't of the planned version.
  func descriptor(of mask: MaskPlan) throws(OpeningError) -> Descriptor {
    let opened: OpenSource
    do throws(OpeningError) { opened = try open(mask: mask.path) } catch {
      guard case .source = error else { throw error }
      throw .source(.maskChanged(mask.path))
    }
    guard opened.version == mask.version else { throw .source(.maskChanged(mask.path)) }
    return opened.descriptor
  }

  /// The SHA-256 of a mask file, in hexadecimal. Nil if it can't be read or isn't of the planned version. Throws trouble
  /// that isn't the file's.
  package func sum(of mask: MaskPlan) throws(SystemError) -> String? {
    guard let file = try? descriptor(of: mask) else { return nil }
    do throws(SystemError) { return try file.sha256() } catch {
      if error.isTemporary { throw error }
      return nil
    }
  }

  /// Opens the mask file at `path` below the base folder.
  package func open(mask path: String) throws(OpeningError) -> OpenSource {
    try file(Array(path.utf8)).open()
  }

  /// Reads the layout of the mask file at `path` below the base folder, beside a source. Throws `unreadable` if there is
  /// no such file or if it can't be opened, `io_error`, and `bad_mask` if its content is wrong. `trouble` gets trouble
  /// that isn't the file's.
  package func mask(_ path: String, trouble: (SystemError) -> Void) throws(ImageError) -> SourceMask {
    let opened: OpenSource
    do throws(OpeningError) { opened = try open(mask: path) } catch {
      let finding = error.refusal(trouble).finding
      // The code `not_found` would say that the picture is missing.
      throw ImageError(
        finding.code == .ioError ? .ioError : .unreadable,
        finding.code == .notFound
          ? "there is no mask '\(path)'" : "the mask '\(path)' can't be opened: \(finding.message)")
    }
    do throws(ImageError) {
      let layout = try LabelLayout(reading: ByteSource(descriptor: opened.descriptor.number))
      return SourceMask(path: path, version: opened.version, layout: layout)
    } catch {
      let finding = error.finding
      throw ImageError(
        finding.code == .ioError ? .ioError : .badMask, "the mask '\(path)' \(finding.message)")
    }
  }
}
