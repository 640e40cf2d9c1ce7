import ImageModel
import Imaging
import JSON
import Planning
import System

/// The versions of the libraries that shape an output's bytes. Each is written as the library's version, `+`
/// and its build.
///
/// The build of a shared library is the first 8 digits of its GNU build id. ``LinkedLibrary`` has the build
/// of a static library.
package struct LibraryVersions: Hashable, Sendable {
  /// The names of the libraries of each job, in the order of output.
  package static let names = [
    "giflib", "lcms2", "libaom", "libdav1d", "libde265", "libdeflate", "libjpeg-turbo", "libpng", "libraw",
    "libtiff", "libwebp", "zlib",
  ]
  /// The names of the libraries that draw. Only a job whose plan draws loads them and names their versions.
  package static let drawingNames = ["cairo", "fontconfig", "librsvg", "pango"]

  /// ``names``, and then ``drawingNames`` if `isNamed` is true for one of these.
  package static func names(_ isNamed: (String) -> Bool) -> [String] {
    names + (drawingNames.contains(where: isNamed) ? drawingNames : [])
  }

  /// The version of each of ``names``, and perhaps of each of ``drawingNames``.
  private let versions: [String]

  /// Takes versions in the order of ``names``, or of ``names`` and ``drawingNames``. Nil for another number of
  /// versions.
  package init?(_ versions: [String]) {
    guard [0, Self.drawingNames.count].contains(versions.count - Self.names.count) else { return nil }
    self.versions = versions
  }

  /// The versions of the libraries that this process has loaded or was linked with. With `draws`, those that draw are
  /// loaded and named too.
  package static func loaded(draws: Bool = false) -> LibraryVersions {
    var found: [(version: String?, file: String)] = [
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
    if draws {
      found += [
        (OptionalLibrary.cairoVersion ?? "none", "libcairo.so"),
        (OptionalLibrary.fontconfigVersion ?? "none", "libfontconfig.so"),
        (OptionalLibrary.librsvg.version ?? "none", "librsvg-2.so"),
        (OptionalLibrary.pango.version ?? "none", "libpango-1.0.so"),
      ]
    }
    return LibraryVersions(
      versions: zip(names + drawingNames, found).map { name, found in
        let build = LinkedLibrary.build(of: name) ?? LoadedLibrary.buildID(namePrefix: found.file)
        return ([found.version ?? ""] + (build.map { [$0] } ?? [])).joined(separator: "+")
      })
  }

  private init(versions: [String]) { self.versions = versions }

  /// Each library with its version, in order.
  package var all: [(name: String, version: String)] {
    zip(Self.names + Self.drawingNames, versions).map { (name: $0, version: $1) }
  }

  /// True if the libraries that draw are named.
  package var draws: Bool { versions.count > Self.names.count }

  /// The version of a library, or `none`.
  package func version(of name: String) -> String { all.first { $0.name == name }?.version ?? "none" }

  /// `tool`, which has this recipe number, with these libraries.
  package func maker(_ tool: String, recipeNumber: Int) -> Maker {
    let libraries = all.map { Maker.Library(name: $0.name, version: $0.version) }
    return Maker(
      tool: tool, recipeNumber: recipeNumber, shared: Array(libraries.prefix(Self.names.count)),
      drawing: Array(libraries.dropFirst(Self.names.count)))
  }
}

extension LibraryVersions: Decodable {
  package init(from decoder: any Decoder) throws {
    let versions = try [String: String](from: decoder)
    self.init(
      versions: try Self.names { versions[$0] != nil }.map { name in
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
