import CCodecs
import ImageModel

/// A library that is loaded at its first use, and that may be missing on a machine.
package enum OptionalLibrary: String, CaseIterable, Sendable {
  case lcms2, libde265, libdav1d, librsvg
  /// Pango and fontconfig, by which librsvg draws text.
  case pango

  /// Loads the library at the first call. Returns false if the library isn't installed. Call this function
  /// while the process may still open files.
  package func load() -> Bool {
    switch self {
    case .lcms2: shim_lcms_load() != 0
    case .libde265: shim_de265_load() != 0
    case .libdav1d: shim_dav1d_load() != 0
    case .librsvg: shim_rsvg_load() != 0
    case .pango: shim_fonts_load() != 0
    }
  }

  /// The version at run time, such as "2.14"; nil if the library isn't installed.
  package var version: String? {
    guard load() else { return nil }
    switch self {
    case .lcms2: return "\(shim_lcms_version() / 1000).\(shim_lcms_version() % 1000 / 10)"
    case .libde265: return shim_de265_version().map { String(cString: $0) }
    case .libdav1d: return shim_dav1d_version().map { String(cString: $0) }
    case .librsvg: return shim_rsvg_version().map { String(cString: $0) }
    case .pango: return shim_pango_version().map { String(cString: $0) }
    }
  }

  /// Draws an SVG and throws the drawing away. `usesFonts` tells if the SVG has text. Nothing happens if librsvg isn't
  /// installed.
  package static func rehearse(_ svg: String, usesFonts: Bool) {
    let file = Array(svg.utf8)
    shim_rsvg_rehearse(file, file.count, usesFonts ? 1 : 0)
  }

  /// The version of cairo, which librsvg draws with; nil if librsvg isn't installed.
  package static var cairoVersion: String? {
    OptionalLibrary.librsvg.load() ? shim_cairo_version().map { String(cString: $0) } : nil
  }

  /// The version of fontconfig, which finds fonts for pango; nil if one of both isn't installed.
  package static var fontconfigVersion: String? { shim_fontconfig_version().map { String(cString: $0) } }

  /// The folders in which fontconfig looks for fonts. At the first call it reads its settings, so the process must
  /// still be able to open files then.
  package static var fontFolders: [String] {
    var folders: [String] = []
    withUnsafeMutablePointer(to: &folders) { list in
      shim_font_folders(
        { folder, list in
          guard let folder, let list else { return }
          list.assumingMemoryBound(to: [String].self).pointee.append(String(cString: folder))
        }, list)
    }
    return folders
  }

  /// A finding that names the missing library; nil if it is installed, or if another library does its work.
  package var absence: Finding? {
    if load() { return nil }
    switch self {
    case .lcms2:
      return Finding(.missingLibrary, "Little CMS (liblcms2-2) isn't installed: colours can't be converted")
    case .libde265:
      return Finding(.missingLibrary, "libde265 (libde265-0) isn't installed: HEIC can't be read")
    case .librsvg:
      return Finding(.missingLibrary, "librsvg (librsvg2-2) isn't installed: SVG can't be read")
    // librsvg is linked with pango.
    case .libdav1d, .pango: return nil
    }
  }
}
