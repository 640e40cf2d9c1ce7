import Foundation

/// What the preloaded library is to do in one run; `CFaults.h` has the words.
struct Faults: Hashable, Sendable {
  /// What happens at a call.
  enum Act: Hashable, Sendable {
    case count, log
    /// Fails with an errno value; 0 cuts a read or write short.
    case fail(at: Int, code: Int32, stays: Bool)
    case kill(at: Int, isAfter: Bool)
  }

  /// Which processes it acts in.
  enum Place: String, Sendable {
    case parent, worker, both
  }

  var act: Act
  var place: Place

  init(_ act: Act, in place: Place = .both) {
    self.act = act
    self.place = place
  }

  /// The variables that say so, for files below `folder` and a control file.
  func environment(library: String, control: String, below folder: String) -> [String: String] {
    var variables = [
      "LD_PRELOAD": library, "UPRIGHT_FAULTS_CONTROL": control, "UPRIGHT_FAULTS_BELOW": folder,
      "UPRIGHT_FAULTS_IN": place.rawValue,
    ]
    switch act {
    case .count: variables["UPRIGHT_FAULTS_DO"] = "count"
    case .log: variables["UPRIGHT_FAULTS_DO"] = "log"
    case .fail(let at, let code, let stays):
      variables["UPRIGHT_FAULTS_DO"] = "fail"
      variables["UPRIGHT_FAULTS_AT"] = "\(at)"
      variables["UPRIGHT_FAULTS_ERRNO"] = "\(code)"
      variables["UPRIGHT_FAULTS_STAYS"] = stays ? "1" : "0"
    case .kill(let at, let isAfter):
      variables["UPRIGHT_FAULTS_DO"] = "kill"
      variables["UPRIGHT_FAULTS_AT"] = "\(at)"
      variables["UPRIGHT_FAULTS_WHEN"] = isAfter ? "after" : "before"
    }
    return variables
  }

  /// The size of a control file that the log of a small job fits into.
  var controlBytes: Int { act == .log ? 64 << 20 : act == .count ? 16 << 20 : 1 << 20 }
}

/// One call of a run, as the preloaded library has logged it.
struct LoggedCall: Hashable, Sendable {
  var number: Int
  var isWorker: Bool
  /// Calls that do much the same, such as `open`, `openat` and `openat2`.
  var family: String
  var name: String
  var result: Int
  /// An errno value, or 0.
  var code: Int32
  /// Of the file that was worked on; 0 where it isn't known.
  var inode: UInt64
  /// An offset, a length or flags, as the call has them.
  var value: Int
  var path: String
  var otherPath: String
  /// What was written.
  var data: [UInt8]
}

extension LoggedCall {
  /// All calls in a control file, by their numbers.
  static func all(in control: [UInt8]) -> [LoggedCall] {
    guard control.count > 64 else { return [] }
    let used = control[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    var rest = control[64..<min(control.count, 64 + used)]
    var calls: [LoggedCall] = []
    while let call = next(&rest) { calls.append(call) }
    return calls.sorted { $0.number < $1.number }
  }

  private static func next(_ rest: inout ArraySlice<UInt8>) -> LoggedCall? {
    guard let end = rest.firstIndex(of: 10) else { return nil }
    let fields = rest[..<end].split(separator: 9, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    rest = rest[(end + 1)...]
    guard fields.count == 11, let number = Int(fields[0]), let result = Int(fields[4]),
      let code = Int32(fields[5]), let inode = UInt64(fields[6]), let size = Int(fields[7]),
      let value = Int(fields[8]), size < rest.count || size == 0
    else { return nil }
    let data = Array(rest.prefix(size))
    rest = rest.dropFirst(size > 0 ? size + 1 : 0)
    return LoggedCall(
      number: number, isWorker: fields[1] == "W", family: fields[2], name: fields[3], result: result,
      code: code,
      inode: inode, value: value, path: fields[9], otherPath: fields[10], data: data)
  }
}
