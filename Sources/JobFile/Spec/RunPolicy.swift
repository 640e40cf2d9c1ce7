/// The place where pictures are decoded and encoded. The choice doesn't change the bytes of outputs.
package enum Isolation: String, Codable, Sendable, CaseIterable {
  /// In worker processes that get open files and nothing else.
  case process
  /// In threads of the main process.
  case none
}

/// How far the kernel confines worker processes. Outputs have the same bytes in any case.
package enum SandboxPolicy: String, Codable, Sendable, CaseIterable {
  /// The whole promised sandbox. If the kernel can't give it, the job is refused.
  case require
  /// The kernel confines worker processes as far as it can.
  case bestEffort = "best-effort"
  /// Worker processes aren't confined.
  case off
}

/// When outputs are sure to outlive a loss of power. Outputs have the same bytes in any case.
package enum Durability: String, Codable, Sendable, CaseIterable {
  /// The system decides when it writes outputs to the disk.
  case none
  /// All outputs of a round are safe before any image of the round counts as done.
  case batch
  /// The outputs of an image are safe before the image counts as done.
  case each
}

/// The handling of a file in an output's place, if the journal doesn't know the file as the job's own.
package enum ExistingFiles: String, Codable, Sendable, CaseIterable {
  /// The new file replaces the existing one by rename, as soon as it is whole.
  case replace
  /// The existing file stays, and the output isn't made.
  case keep
  /// The existing file stays. If it is found before the run makes anything, the job is refused.
  case error
}

/// The handling of outputs that other versions of Upright or of its libraries made.
package enum UpgradePolicy: String, Codable, Sendable, CaseIterable {
  /// They are made again.
  case remake
  /// They count as done, as far as only the versions differ.
  case keep
}

/// The handling of outputs with the same path. The policy never affects an output's bytes.
package enum CollisionPolicy: String, Codable, Sendable, CaseIterable {
  /// The plan is refused.
  case refuse
  /// The rows of outputs with the same path fail, and all other outputs are made.
  case failRows = "fail_rows"
}
