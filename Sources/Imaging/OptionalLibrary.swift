import CCodecs
import ImageModel

/// A library that is loaded when it is first wanted, and that a machine may lack.
package enum OptionalLibrary: String, CaseIterable, Sendable {
  case lcms2, libde265

  /// Loads it, once. False where it isn't installed. For when files can still be opened.
  package func load() -> Bool {
    switch self {
    case .lcms2: shim_lcms_load() != 0
    case .libde265: shim_de265_load() != 0
    }
  }

  /// Its version as loaded, such as "2.14"; nil where it isn't installed.
  package var version: String? {
    guard load() else { return nil }
    switch self {
    case .lcms2: return "\(shim_lcms_version() / 1000).\(shim_lcms_version() % 1000 / 10)"
    case .libde265: return shim_de265_version().map { String(cString: $0) }
    }
  }

  /// What can't be done without it; nil where it is installed.
  package var absence: Finding? {
    if load() { return nil }
    switch self {
    case .lcms2:
      return Finding(.missingLibrary, "Little CMS (liblcms2-2) isn't installed: colours can't be converted")
    case .libde265:
      return Finding(.missingLibrary, "libde265 (libde265-0) isn't installed: HEIC can't be read")
    }
  }
}
