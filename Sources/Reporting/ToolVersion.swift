import Execution
import Imaging

/// What made a manifest.
package enum ToolVersion {
  /// This version, by semantic versioning.
  package static let number = "0.1.0"
  /// As manifests name it.
  package static let name = "upright " + number
}

/// The libraries that shape an output's bytes: version, `+`, and the first 8 digits of the loaded build's id.
package struct LibraryVersions: Hashable, Sendable, Decodable {
  package var libjpegTurbo: String
  package var zimg: String

  private enum CodingKeys: String, CodingKey {
    case libjpegTurbo = "libjpeg-turbo"
    case zimg
  }

  package init(libjpegTurbo: String, zimg: String) {
    self.libjpegTurbo = libjpegTurbo
    self.zimg = zimg
  }

  /// Those that this process has loaded.
  package static func loaded() -> LibraryVersions {
    LibraryVersions(
      libjpegTurbo: version(LibraryVersion.libjpegTurbo, of: "libjpeg.so"),
      zimg: version(LibraryVersion.zimg, of: "libzimg.so"))
  }

  private static func version(_ number: String, of file: String) -> String {
    LoadedLibrary.buildID(namePrefix: file).map { number + "+" + $0 } ?? number
  }
}

extension LibraryVersions: JSONWritable {
  /// An object with each version by its library's name.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field(CodingKeys.libjpegTurbo.rawValue, libjpegTurbo)
      json.field(CodingKeys.zimg.rawValue, zimg)
    }
  }
}
