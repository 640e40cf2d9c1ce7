import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import Reporting
import System

/// The JSON of `srcset` in parts: for each picture, its outputs by format and width.
enum SrcsetText {
  static let head = "{\"pictures\":["
  static let tail = "\n]}\n"

  /// One object for each entry of `outputs` with `widths` that made some of `outputs`, which belong to one image.
  /// `outcome` is the image's.
  static func pictures(of outputs: [MadeOutput], _ outcome: ImageOutcome, _ job: JobSpec) -> [Picture] {
    let places = job.outputs.filter { $0.mask == nil }.map(\.location).withoutRepetitions
    return places.enumerated().compactMap { number, place in
      let own = outputs.filter { output in
        let entry = job.entry(ofOutput: output.index, of: output.image)
        return entry.width != nil && entry.location == place
      }
      guard let image = own.first?.image else { return nil }
      let formats = own.compactMap { $0.image.outputs[$0.index].format }.withoutRepetitions
      return Picture(
        source: image.source, id: image.id, entry: number,
        placeholder: own.lazy.compactMap { outcome.outputs[$0.index].placeholder }.first,
        formats: formats.map { format in
          Format(
            type: format.mediaType, outputs: own.filter { $0.image.outputs[$0.index].format == format })
        })
    }
  }

  struct Picture: JSONObject {
    let source: String
    let id: String
    /// The index of the entry in the job's `outputs`, from 0.
    let entry: Int
    /// The placeholder of the first output that has one.
    let placeholder: String?
    let formats: [Format]

    func writeFields(to json: inout JSONWriter) {
      json.field("source", source)
      json.field("id", id)
      json.field("entry", entry)
      json.fieldIfPresent("placeholder", placeholder)
      json.field("formats", formats)
    }
  }

  struct Format: JSONObject {
    let type: String
    let outputs: [MadeOutput]

    func writeFields(to json: inout JSONWriter) {
      json.field("type", type)
      json.field("srcset", outputs.map { "\(url($0.path)) \($0.size.width)w" }.joined(separator: ", "))
      json.field("outputs", outputs.map { File(output: $0) })
    }

    /// A path as a relative URL (RFC 3986, section 4.2), which has no comma and no blank.
    private func url(_ path: String) -> String {
      PercentCoding.encode(path.utf8) { PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }
  }

  struct File: JSONObject {
    let output: MadeOutput

    func writeFields(to json: inout JSONWriter) {
      json.field("path", output.path)
      json.field("width", output.size.width)
      json.field("height", output.size.height)
    }
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each once.
  fileprivate var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
