import Foundation

/// Processes that outlive the one that started them.
enum Leftover {
  /// Gives them 2 seconds to end; those that stay are killed and told.
  static func workers(_ processes: Set<Int32>) -> [String] {
    let deadline = ContinuousClock.now + .seconds(2)
    var rest = processes
    while !rest.isEmpty {
      rest = rest.filter { isWorker($0) }
      if rest.isEmpty || ContinuousClock.now > deadline { break }
      usleep(1000)
    }
    for process in rest { kill(process, SIGKILL) }
    return rest.map { "worker \($0) outlives its parent" }
  }

  /// True while the process is there and is one of the binary's workers, not another with its number.
  static func isWorker(_ process: Int32) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
    return bytes.split(separator: 0).dropFirst().first.map { $0.elementsEqual("_worker".utf8) } ?? false
  }
}
