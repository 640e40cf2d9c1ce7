/// Where pictures are decoded and encoded. Outputs have the same bytes in any case.
package enum Isolation: String, Codable, Sendable, CaseIterable {
  /// In worker processes that get open files and nothing else.
  case process
  /// In threads of the process.
  case none
}

/// How far the kernel confines worker processes. Outputs have the same bytes in any case.
package enum SandboxPolicy: String, Codable, Sendable, CaseIterable {
  /// The whole promised sandbox. If the kernel can't give it, the job is refused.
  case require
  /// As far as the kernel can.
  case bestEffort = "best-effort"
  /// Not at all.
  case off
}

/// When outputs are sure to outlive a loss of power. Outputs have the same bytes in any case.
package enum Durability: String, Codable, Sendable, CaseIterable {
  /// The system decides.
  case none
  /// Before any image of a round counts as done.
  case batch
  /// Before an image counts as done.
  case each
}

/// The handling of a file in an output's place that the job did not make.
package enum ExistingFiles: String, Codable, Sendable, CaseIterable {
  /// A whole new file replaces it by rename.
  case replace
  /// It stays, and the output isn't made.
  case keep
  /// It stays, and that is an error.
  case error
}

/// The handling of outputs with the same path. It never affects bytes.
package enum CollisionPolicy: String, Codable, Sendable, CaseIterable {
  /// The plan is refused.
  case refuse
  /// Their rows fail, and all others are made.
  case failRows = "fail_rows"
}
