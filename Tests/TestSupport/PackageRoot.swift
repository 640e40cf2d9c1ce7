import Foundation

/// Where the package and what lies beside it are.
package enum PackageRoot {
  /// The folder of `Package.swift`, absolute.
  package static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of real pictures: `UPRIGHT_CORPUS`, else `../shared/corpus` beside the package; nil where absent.
  package static let corpus: String? = {
    let named = ProcessInfo.processInfo.environment["UPRIGHT_CORPUS"] ?? ""
    let folder = named.isEmpty ? "\(path)/../shared/corpus" : named
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return nil
    }
    return URL(fileURLWithPath: folder).standardizedFileURL.path
  }()
}
