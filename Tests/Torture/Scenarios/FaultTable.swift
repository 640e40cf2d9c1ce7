import Glibc

/// What a run may end with when one of its calls fails: the one place that says so.
struct FaultTable {
  /// One line: the first that fits holds.
  struct Rule: Sendable {
    var codes: Set<Int32>
    /// nil: any.
    var families: Set<String>?
    var places: Set<FilePlace>?
    var allowed: Set<Int32>
  }

  /// Errors that time or an operator mends.
  static let full: Set<Int32> = [ENOSPC, EDQUOT, EMFILE]
  /// Errors that a system may give to a call that only has to be made again; 0 is a read or write cut short.
  static let passing: Set<Int32> = [EINTR, 0]
  /// Calls whose answer a program can do without: what it looks at may not be there, what it closes was written, what
  /// it removes is removed by the next run.
  private static let dispensable: Set<String> = ["stat", "close", "remove", "list"]

  static let rules: [Rule] = [
    // Nobody is left to be told.
    Rule(codes: full.union([EIO]).union(passing), places: [.stderr], allowed: [0]),
    // A call that was interrupted or cut short leaves no trace; whether a sync is one of these is open.
    Rule(codes: passing, families: ["open", "read", "write", "close", "truncate", "lock"], allowed: [0]),
    Rule(codes: passing, families: ["sync"], allowed: [0, 74]),
    // These are never interrupted on a file system of this machine: only no crash and no half file is asked for.
    Rule(codes: passing, allowed: [0, 1, 2, 74, 75]),

    // It is emptied before a run and after it, when nothing is left in it and no error matters.
    Rule(codes: full.union([EIO]), families: ["open"], places: [.temporaries], allowed: [0, 74, 75]),

    // Too many files, in a call that opens one.
    Rule(codes: [EMFILE], families: ["open"], places: [.jobFile, .sourceFolder], allowed: [2, 75]),
    Rule(codes: [EMFILE], families: ["open"], allowed: [75]),

    Rule(codes: full.union([EIO]), places: [.jobFile], allowed: [0, 2, 75]),
    Rule(codes: [EIO], families: dispensable, places: [.source], allowed: [0, 1]),
    Rule(codes: [EIO], places: [.source], allowed: [1]),
    Rule(codes: full, families: dispensable, places: [.source], allowed: [0, 1, 75]),
    Rule(codes: full, places: [.source], allowed: [1, 75]),
    // A folder that can't be read is a failed row, and one that can't be found a pattern that matches nothing.
    Rule(codes: [EIO], places: [.sourceFolder], allowed: [1, 2, 75]),
    Rule(codes: full, places: [.sourceFolder], allowed: [2, 75]),

    // In a worker the file isn't known: it reads sources and writes temporaries.
    Rule(codes: [EIO], families: ["read"], places: [.unknown], allowed: [1]),
    Rule(codes: full, families: ["read"], places: [.unknown], allowed: [1, 75]),
    Rule(codes: full.union([EIO]), families: dispensable, places: [.unknown], allowed: [0, 1, 74, 75]),
    // A worker's word on the disk costs its output, unless the same call of the parent fails too.
    Rule(codes: [EIO], families: ["write"], places: [.unknown], allowed: [1, 74]),
    Rule(codes: full, families: ["write"], places: [.unknown], allowed: [1, 75]),

    Rule(codes: [EIO], places: [.stdout], allowed: [74]),
    Rule(codes: [EIO], families: dispensable, allowed: [0, 2, 74]),
    Rule(codes: [EIO], allowed: [74]),
    // "Any error of journal, manifest or stdout: 74", and "ENOSPC: 75": both hold.
    Rule(codes: full, families: dispensable, allowed: [0, 2, 74, 75]),
    Rule(codes: full, places: [.stdout, .manifest, .state], allowed: [74, 75]),
    Rule(codes: full, allowed: [75]),
  ]

  /// The exit statuses that are right when `code` comes of `call`.
  static func allowed(_ code: Int32, at call: LoggedCall) -> Set<Int32> {
    let place = FilePlace(call)
    let rule = rules.first { rule in
      rule.codes.contains(code) && rule.families?.contains(call.family) ?? true
        && rule.places?.contains(place) ?? true
    }
    return rule?.allowed ?? []
  }

  /// The exit statuses that are right when `code` comes of all of `calls`: one that some of them ask for, and that
  /// counts for no less than what each of the others does.
  static func allowed(_ code: Int32, at calls: [LoggedCall]) -> Set<Int32> {
    let each = Set(calls.map { allowed(code, at: $0) })
    let all = each.reduce(into: Set()) { $0.formUnion($1) }
    var right = all.filter { status in
      each.allSatisfy { $0.contains { rank($0) <= rank(status) } }
    }
    // What is refused while planning stays refused, also where cleaning up then meets the same error.
    if let first = calls.first, FilePlace(first) == .sourceFolder, allowed(code, at: first).contains(2) {
      right.insert(2)
    }
    return right
  }

  /// The largest counts where several hold.
  private static func rank(_ status: Int32) -> Int { [0, 1, 2, 74, 75].firstIndex(of: status) ?? 5 }
}
