import CForbidden
import CKernel
import Glibc
import TestSupport
import Testing

/// What a process inside the sandbox tries in vain, each act in a process of its own.
@Suite("The sandbox")
struct SandboxTests {
  private static let hasLandlock = kernel_landlock_abi() > 0
  private static let acts = (0..<100).compactMap { index in
    forbidden_name(Int32(index)).map { Act(index: index, name: String(cString: $0)) }
  }

  /// How an act ends with these parts of the sandbox around it.
  private static func ending(_ act: Act, _ parts: String...) throws -> CommandRun.Ending {
    let folder = try TemporaryDirectory()
    try folder.write("words", to: "there")
    try folder.makeFolder("empty")
    let program = try "\(CommandRun.productsFolder())/upright-test-worker"
    return try CommandRun.run(program, ["try", "\(act.index)"] + parts, in: folder.path).ending
  }

  @Test("There are more than fifty acts to try")
  func count() { #expect(Self.acts.count == 61) }

  @Test("seccomp ends a process that tries one", arguments: acts)
  func seccomp(_ act: Act) throws {
    #expect(act.endings.contains(try Self.ending(act, "seccomp")))
  }

  @Test("So do both", .enabled(if: hasLandlock), arguments: acts)
  func both(_ act: Act) throws {
    #expect(act.endings.contains(try Self.ending(act, "landlock", "seccomp")))
  }

  @Test("A process that reads fonts opens no other file", .enabled(if: hasLandlock), arguments: acts)
  func fonts(_ act: Act) throws {
    let ending = try Self.ending(act, "landlock", "seccomp", "fonts")
    // An open file may be mapped; this one is a pipe or a device.
    if act.name == "map_file", case .exit = ending { return }
    #expect((Act.withFonts[act.name].map { [$0] } ?? act.endings).contains(ending))
  }

  @Test("Without Landlock no font is read", arguments: acts)
  func fontsAlone(_ act: Act) throws {
    #expect(act.endings.contains(try Self.ending(act, "seccomp", "fonts")))
  }

  @Test("Landlock alone keeps files out of reach", .enabled(if: hasLandlock), arguments: acts)
  func landlock(_ act: Act) throws {
    guard let (version, code) = Act.byLandlock[act.name], kernel_landlock_abi() >= version else { return }
    #expect(try Self.ending(act, "landlock") == .exit(code))
    #expect(try Self.ending(act) == .exit(act.name == "connect_anywhere" ? ECONNREFUSED : 0))
  }
}

/// Something that is forbidden.
struct Act: CustomTestStringConvertible, Sendable {
  let index: Int
  let name: String
  var testDescription: String { name }

  /// How it may end under seccomp: by the filter, or, where the kernel lets a call past all filters, without a probe.
  var endings: [CommandRun.Ending] { [.signal(SIGSYS)] + (Self.unfiltered[name].map { [$0] } ?? []) }

  /// What calls do that newer kernels filter no more, where there is no probe.
  private static let unfiltered: [String: CommandRun.Ending] = [
    "return_from_probe": .signal(SIGILL), "enter_probe": .exit(ENXIO),
  ]

  /// How acts end that seccomp leaves to a process that reads fonts.
  static let withFonts: [String: CommandRun.Ending] = [
    "read_file": .exit(EACCES), "read_system_file": .exit(EACCES), "new_process_again": .exit(ENOSYS),
  ]

  /// What Landlock refuses: since which version, and with what (landlock(7)).
  static let byLandlock: [String: (Int32, Int32)] = [
    "read_file": (1, EACCES), "read_system_file": (1, EACCES), "write_file": (1, EACCES),
    "make_file": (1, EACCES), "list_folder": (1, EACCES), "open_beneath": (1, EACCES),
    "make_folder": (1, EACCES), "remove_file": (1, EACCES), "remove_folder": (1, EACCES),
    "rename_file": (1, EACCES), "make_link": (1, EACCES), "make_hard_link": (1, EACCES),
    "make_fifo": (1, EACCES), "run_program": (1, EACCES), "cut_file": (3, EACCES),
    "bind_anywhere": (4, EACCES), "connect_anywhere": (4, EACCES),
  ]
}
