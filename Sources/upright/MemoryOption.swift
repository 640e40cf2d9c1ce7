import ArgumentParser
import JobFile

/// The memory for all images in work together.
struct MemoryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Memory for the images in work: bytes, or KB, MB, GB, KiB, MiB or GiB. Default: half of the free memory.",
      valueName: "size"))
  var memory: Size?

  /// A number of bytes, in the notation of job files.
  struct Size: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
      guard let bytes = PlainNumber.bytes(argument) else { return nil }
      self.bytes = bytes
    }
  }
}
