// The part of the module FoundationEssentials that swift-argument-parser needs. `make build` compiles it under the name
// of that module, because the whole module is a tenth of the binary.

/// An error with a text of its own. Upright has none.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

/// Takes the place of the encoder for the hidden option `--experimental-dump-help`. `make man` asks the debug build.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)

    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data { Data() }
}

/// The bytes that ``JSONEncoder`` would write.
public struct Data: Sendable {}

extension String {
  public enum Encoding: Sendable { case utf8 }

  /// A sentence in place of the JSON.
  public init?(data: Data, encoding: Encoding) {
    self = "Release builds can't print this. Use a debug build: swift run upright --experimental-dump-help"
  }
}
