import Foundation
import JSON
import TestSupport

/// Python programs that read and write Parquet files, by the interpreter that `UPRIGHT_PYTHON` names.
enum ParquetPeer {
  private static let named = ProcessInfo.processInfo.environment["UPRIGHT_PYTHON"]
  private static let python = named ?? "/usr/bin/python3"
  private static let script = "\(PackageRoot.path)/Tests/Integration/parquet_peer.py"

  /// True if there is an interpreter, whatever it can import.
  static let canRun = FileManager.default.isExecutableFile(atPath: python)

  /// The programs that can be imported.
  static let names: [String] = {
    guard named != nil, let text = try? run(["list"]) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }()

  static let why =
    "no program is there to compare with: set UPRIGHT_PYTHON to one with pyarrow or duckdb"

  /// Runs the script, and returns what it prints.
  static func run(_ arguments: [String]) throws -> String {
    let folder = try TemporaryDirectory()
    let run = try CommandRun.run(
      python, ["-B", script] + arguments, in: folder.path,
      environment: ["HF_HOME": folder.path("home"), "HF_HUB_OFFLINE": "1"])
    guard run.ending == .exit(0) else { throw PeerFault(description: run.stderr) }
    return run.stdout
  }

  /// The objects in lines of JSON.
  static func rows(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(line: Array($0.utf8)[...]) }
  }
}

struct PeerFault: Error, CustomStringConvertible {
  let description: String
}

extension JSONValue {
  /// This value with its numbers in one form, so that `1.0` equals `1`.
  var normal: JSONValue {
    switch self {
    case .number(let text): .number(Int64(text)?.description ?? UInt64(text)?.description ?? real(text))
    case .list(let values): .list(values.map(\.normal))
    case .object(let members): .object(members.map { Member(key: $0.key, value: $0.value.normal) })
    default: self
    }
  }

  private func real(_ text: String) -> String {
    guard let number = Double(text) else { return text }
    return Int64(exactly: number)?.description ?? number.description
  }
}
