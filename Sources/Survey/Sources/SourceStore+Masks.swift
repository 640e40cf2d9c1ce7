import ImageModel
import Imaging
import Planning
import System

/// Mask files beside sources.
extension SourceStore {
  /// Opens a mask file. Throws `source_changed` if it isn't of the planned version.
  func descriptor(of mask: MaskPlan) throws(OpeningError) -> Descriptor {
    let opened: OpenSource
    do throws(OpeningError) { opened = try file(Array(mask.path.utf8)).open() } catch {
      guard case .source = error else { throw error }
      throw .source(.maskChanged(mask.path))
    }
    guard opened.version == mask.version else { throw .source(.maskChanged(mask.path)) }
    return opened.descriptor
  }

  /// Reads the layout of the mask file at `path` below the base folder, beside a source. Throws `bad_mask` and
  /// `io_error`. `trouble` gets trouble that isn't the file's.
  package func mask(_ path: String, trouble: (SystemError) -> Void) throws(ImageError) -> SourceMask {
    let opened: OpenSource
    do throws(OpeningError) { opened = try file(Array(path.utf8)).open() } catch {
      let finding = error.refusal(trouble).finding
      throw ImageError(
        .badMask,
        finding.code == .notFound
          ? "there is no mask '\(path)'" : "the mask '\(path)' can't be opened: \(finding.message)")
    }
    do throws(ImageError) {
      let layout = try LabelLayout(reading: ByteSource(descriptor: opened.descriptor.number))
      return SourceMask(path: path, version: opened.version, layout: layout)
    } catch { throw ImageError(.badMask, "the mask '\(path)' \(error.finding.message)") }
  }
}
