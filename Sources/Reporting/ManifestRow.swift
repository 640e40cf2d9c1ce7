import ImageModel
import JSON
import Planning
import Rendering
import State

/// The values that all rows of a manifest share.
package struct ManifestHeader: Hashable, Sendable {
  /// SHA-256 of the job file, in hexadecimal.
  package var jobSHA256: String
  package var tool: String
  /// ``Recipe/number`` of the tool.
  package var recipeNumber: Int
  package var libraries: LibraryVersions

  package init(
    jobSHA256: String, tool: String = ToolVersion.name, recipeNumber: Int = Recipe.number,
    libraries: LibraryVersions
  ) {
    self.jobSHA256 = jobSHA256
    self.tool = tool
    self.recipeNumber = recipeNumber
    self.libraries = libraries
  }

  /// Apart from sources and outputs, everything that shapes the manifest.
  package var identity: String { "\(jobSHA256)\n\(tool)\n\(versions.shared)\n\(versions.drawing)" }

  /// The tool and the libraries with their versions, as text for people.
  package var shown: String {
    let all = libraries.all.map { "\($0.name) \($0.version)" }
    return "\(madeBy) with \(all.dropLast().joined(separator: ", ")) and \(all.last ?? "none")"
  }

  /// The tool and its recipe number, for people.
  package var madeBy: String { "\(tool) (recipe number \(recipeNumber))" }

  /// The tool and the libraries.
  package var maker: Maker { libraries.maker(tool, recipeNumber: recipeNumber) }

  /// Apart from sources and plans, everything that shapes the bytes of outputs.
  package var versions: RecipeVersions { maker.versions }
}

/// One row of a manifest: a source and one of its outputs. Every row has every key but ``rareKeys``. An unknown value
/// is null.
package struct ManifestRow: JSONObject {
  /// How a row ended.
  package enum Status: String, JSONWritable, Sendable {
    case ok, failed, skipped, filtered

    init(_ output: OutputOutcome) {
      guard let error = output.error else {
        self = .ok
        return
      }
      self = error.isFiltered ? .filtered : error.isSkipped ? .skipped : .failed
    }
  }

  private let header: ManifestHeader
  private let image: ImagePlan
  private let index: Int
  private let output: OutputPlan
  private let outcome: OutputOutcome
  private let sourceSHA256: String?
  private let maskSHA256: String?
  /// The maker of the output; nil for the maker that the header names.
  private let maker: Maker?

  /// The row of output `index` of an image.
  package init(_ header: ManifestHeader, _ image: ImagePlan, _ index: Int, _ outcome: ImageOutcome) {
    self.init(
      header, image, index, sourceSHA256: outcome.sourceSHA256, maskSHA256: outcome.maskSHA256,
      outcome.outputs[index], outcome.makers[index])
  }

  /// The row of output `index` of an image whose source and mask file have these SHA-256, in hexadecimal.
  package init(
    _ header: ManifestHeader, _ image: ImagePlan, _ index: Int, sourceSHA256: String?, maskSHA256: String?,
    _ outcome: OutputOutcome, _ maker: Maker? = nil
  ) {
    self.header = header
    self.image = image
    self.index = index
    output = image.outputs[index]
    self.outcome = outcome
    self.sourceSHA256 = sourceSHA256
    self.maskSHA256 = maskSHA256
    self.maker = maker
  }

  /// The keys of a row, in their order.
  package static let keys = [
    "source", "id", "source_sha256", "source_bytes", "format", "stored_size", "orientation", "display_size",
    "crop_requested", "crop", "decode", "output", "output_sha256", "output_bytes", "output_size", "content",
    "content_scale", "frames", "status", "error", "warnings", "notes", "facts", "mask", "mask_sha256",
    "job_sha256", "tool", "recipe_number", "libraries",
  ]

  /// The keys that a row has only if there is something to say.
  package static let rareKeys: Set<String> = ["facts", "mask", "mask_sha256"]

  /// How the row ended.
  package var status: Status { Status(outcome) }

  package func writeFields(to json: inout JSONWriter) {
    writeSource(to: &json)
    writePlan(to: &json)
    writeOutput(to: &json)
    json.field("job_sha256", header.jobSHA256)
    if let maker {
      maker.writeFields(to: &json)
    } else {
      json.field("tool", header.tool)
      json.field("recipe_number", header.recipeNumber)
      json.field("libraries", header.libraries)
    }
  }

  private func writeSource(to json: inout JSONWriter) {
    json.field("source", image.source)
    json.field("id", image.id(ofOutput: index))
    json.field("source_sha256", sourceSHA256)
    json.field("source_bytes", image.bytes)
    json.field("format", image.format)
    json.field("stored_size", image.storedSize)
    let isPlanned = image.error == nil || image.isFiltered
    json.field("orientation", isPlanned && image.storedSize != nil ? output.orientation : nil)
    json.field("display_size", output.displaySize)
  }

  private func writePlan(to json: inout JSONWriter) {
    json.field("crop_requested", output.cropRequested)
    json.field("crop", output.crop)
    json.field("decode", decode.map { Decode(plan: $0, page: image.page, isOfRaw: image.format == .raw) })
  }

  /// The decode that the run used for this output; nil if the plan says that the output can't be made.
  private var decode: DecodePlan? {
    guard output.error == nil, output.mask == nil, image.decodes.indices.contains(output.decode) else {
      return nil
    }
    let plan = image.decodes[output.decode]
    guard outcome.isByLibjpeg, let stored = image.storedSize else { return plan }
    return plan.byLibjpeg(of: stored)
  }

  private func writeOutput(to json: inout JSONWriter) {
    json.field("output", output.path(ofBytes: outcome.sha256))
    json.field("output_sha256", outcome.sha256)
    json.field("output_bytes", outcome.bytes)
    json.field("output_size", output.size)
    json.field("content", output.content)
    json.field("content_scale", output.contentScale.map { [JSONReal($0.across), JSONReal($0.down)] })
    json.field("frames", output.frames)
    json.field("status", status)
    json.field("error", outcome.error)
    json.field("warnings", image.warnings + output.warnings + outcome.warnings)
    json.field("notes", outcome.notes)
    json.fieldIfPresent("facts", image.facts)
    if let mask = output.mask {
      json.fieldIfPresent("mask", image.mask?.path ?? mask.path)
      json.fieldIfPresent("mask_sha256", maskSHA256)
    }
  }

  private struct Decode: JSONObject {
    let plan: DecodePlan
    let page: Int?
    /// True if the source is a raw file, whose thumbnails are called previews.
    let isOfRaw: Bool

    func writeFields(to json: inout JSONWriter) {
      json.field("engine", plan.engine)
      if let page { json.field("page", page) }
      if plan.thumbnail != nil { json.field("source", isOfRaw ? "preview" : "thumbnail") }
      if plan.reduced != nil { json.field("source", "reduced_image") }
      if plan.isOfCoefficients { json.field("source", "coefficients") }
      json.field("scale", plan.scale)
      json.field("region", plan.region)
      json.field("size", plan.samples.size)
    }
  }
}

extension Maker {
  /// Writes the keys of a row that name the maker.
  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("tool", tool)
    json.field("recipe_number", recipeNumber)
    json.field("libraries", Libraries(all: libraries))
  }

  private struct Libraries: JSONObject {
    let all: [Library]

    func writeFields(to json: inout JSONWriter) {
      for library in all { json.field(library.name, library.version) }
    }
  }
}
