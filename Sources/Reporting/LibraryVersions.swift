import ImageModel
import Imaging
import JSON
import System

/// The versions of the libraries that shape an output's bytes. Each is written as the library's version, `+`
/// and its build.
///
/// The build of a shared library is the first 8 digits of its GNU build id. ``LinkedLibrary`` has the build
/// of a static library.
package struct LibraryVersions: Hashable, Sendable {
  /// The libraries' names, in the order of output.
  package static let names = [
    "giflib", "lcms2", "libaom", "libdav1d", "libde265", "libdeflate", "libjpeg-turbo", "libpng", "libraw",
    "libtiff", "libwebp", "zlib",
  ]
  /// The version of each of ``names``.
  private let versions: [String]

  /// Takes versions in the order of ``names``. Nil if there are more or fewer versions than names.
  package init?(_ versions: [String]) {
    guard versions.count == Self.names.count else { return nil }
    self.versions = versions
  }

  /// The versions of the libraries that this process has loaded or was linked with.
  package static func loaded() -> LibraryVersions {
    let found: [(version: String?, file: String)] = [
      (DecodingEngine.giflib.version, "libgif.so"),
      (OptionalLibrary.lcms2.version ?? "none", "liblcms2.so"),
      (DecodingEngine.libaom.version, "libaom.so"),
      (OptionalLibrary.libdav1d.version ?? "none", "libdav1d.so"),
      (OptionalLibrary.libde265.version ?? "none", "libde265.so"),
      (LibraryVersion.libdeflate, "libdeflate.so"),
      (DecodingEngine.libjpeg.version, "libjpeg.so"),
      (DecodingEngine.libpng.version, "libpng16.so"),
      (DecodingEngine.libraw.version, "libraw_r.so"),
      (DecodingEngine.libtiff.version, "libtiff.so"),
      (DecodingEngine.libwebp.version, "libwebp.so"),
      (LibraryVersion.zlib, "libz.so"),
    ]
    return LibraryVersions(
      versions: zip(names, found).map { name, found in
        let build = LinkedLibrary.build(of: name) ?? LoadedLibrary.buildID(namePrefix: found.file)
        return ([found.version ?? ""] + (build.map { [$0] } ?? [])).joined(separator: "+")
      })
  }

  private init(versions: [String]) { self.versions = versions }

  /// Each library with its version, in order.
  package var all: [(name: String, version: String)] {
    zip(Self.names, versions).map { (name: $0, version: $1) }
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
  /// Writes an object whose keys are the libraries' names and whose values are the versions.
  package func write(to json: inout JSONWriter) {
    json.object { json in for (name, version) in all { json.field(name, version) } }
  }
}
