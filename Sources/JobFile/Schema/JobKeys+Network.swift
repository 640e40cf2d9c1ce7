import ImageModel

/// Keys of `network` and `cache`.
extension JobKeys {
  static let network: [JobKey] = [
    JobKey(
      "per_host", .whole(1...64, "^0*([1-9]|[1-5][0-9]|6[0-4])$"), default: 8,
      "The most requests to a host at a time."),
    JobKey("rate", .above0(), "The most requests to a host in a second. Default: any number."),
    JobKey(
      "timeout", .above0().with(["maximum": 3600]), default: 60, "Seconds that one try of a request may take."
    ),
    JobKey(
      "retries", .whole(0...20), default: 4,
      "Further tries of a request that failed for a reason that may pass."),
    JobKey(
      "allow", .someList(of: .reference("text")),
      "Ranges of addresses that may be reached although they aren't public, as in 10.0.0.0/8."),
    JobKey(
      "ca", .text, "A PEM file of the certificates that are trusted. Default: those of the system."),
  ]

  static let cache: [JobKey] = [
    JobKey("folder", .text, "The folder. Jobs may share it."),
    JobKey(
      "max", .bytes, default: "10GiB",
      "The most bytes of all kept files: a number, alone or in KB, MB, GB, KiB, MiB or GiB."),
  ]
}
