import Execution
import ImageModel
import Imaging

/// What made a manifest.
package enum ToolVersion {
  /// This version, by semantic versioning.
  package static let number = "0.1.0"
  /// As manifests name it.
  package static let name = "upright " + number
}

/// The libraries that shape an output's bytes: version, `+`, and the first 8 digits of the loaded build's id.
package struct LibraryVersions: Hashable, Sendable {
  /// The libraries' names, in the order in which they are written.
  package static let names = [
    "giflib", "lcms2", "libaom", "libde265", "libjpeg-turbo", "libpng", "libtiff", "libwebp", "zimg",
  ]
  /// The version of each of ``names``.
  private let versions: [String]

  /// Versions in the order of ``names``; nil for more or fewer.
  package init?(_ versions: [String]) {
    guard versions.count == Self.names.count else { return nil }
    self.versions = versions
  }

  /// Those that this process has loaded.
  package static func loaded() -> LibraryVersions {
    LibraryVersions(versions: [
      version(DecodingEngine.giflib.version, of: "libgif.so"),
      version(OptionalLibrary.lcms2.version ?? "none", of: "liblcms2.so"),
      version(DecodingEngine.libaom.version, of: "libaom.so"),
      version(OptionalLibrary.libde265.version ?? "none", of: "libde265.so"),
      version(DecodingEngine.libjpeg.version, of: "libjpeg.so"),
      version(DecodingEngine.libpng.version, of: "libpng16.so"),
      version(DecodingEngine.libtiff.version, of: "libtiff.so"),
      version(DecodingEngine.libwebp.version, of: "libwebp.so"),
      version(LibraryVersion.zimg, of: "libzimg.so"),
    ])
  }

  private init(versions: [String]) { self.versions = versions }

  /// Each library with its version, in order.
  package var all: [(name: String, version: String)] {
    zip(Self.names, versions).map { (name: $0, version: $1) }
  }

  private static func version(_ number: String?, of file: String) -> String {
    let number = number ?? ""
    return LoadedLibrary.buildID(namePrefix: file).map { number + "+" + $0 } ?? number
  }
}

extension LibraryVersions: Decodable {
  package init(from decoder: any Decoder) throws {
    let versions = try [String: String](from: decoder)
    self.init(
      versions: try Self.names.map { name in
        guard let version = versions[name] else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "no version of '\(name)'"))
        }
        return version
      })
  }
}

extension LibraryVersions: JSONWritable {
  /// An object with each version by its library's name.
  package func write(to json: inout JSONWriter) {
    json.object { json in for (name, version) in all { json.field(name, version) } }
  }
}
