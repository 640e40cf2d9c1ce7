import JSON
import Reporting
import System

/// Why a frozen plan, or a shard's manifest, can't be used.
package struct FrozenFault: Error, Hashable, Sendable {
  /// The fault, in words that follow the file's name.
  package var message: String
  /// The faulty file; nil for the plan itself.
  package var file: String?
  /// The system error that kept the file from being read; nil for any other fault.
  package var system: SystemError?

  init(_ message: String, line: Int? = nil, system: SystemError? = nil) {
    self.message = line.map { "line \($0) \(message)" } ?? message
    self.system = system
  }

  /// The fault of a line whose checksum is wrong.
  static func damaged(line: Int? = nil) -> FrozenFault {
    FrozenFault("is damaged: its checksum is another one's", line: line)
  }

  /// The result of `body`. An error of `body` becomes a fault of the line with this number.
  static func about<Value>(line: Int, _ body: () throws -> Value) throws(FrozenFault) -> Value {
    do { return try body() } catch let fault as FrozenFault {
      throw FrozenFault(fault.message, line: line)
    } catch let fault as FileFault {
      throw FrozenFault("can't be read: \(fault.message)", line: line)
    } catch let error as DecodingError {
      throw FrozenFault("can't be read: \(error.words)", line: line)
    } catch {
      throw FrozenFault("can't be read", line: line)
    }
  }

  /// This fault, as a fault of `file` and not of the plan.
  func about(_ file: String) -> FrozenFault {
    var fault = self
    fault.file = file
    return fault
  }
}

extension LineReader {
  /// The next line; nil after the last. A line that can't be read throws a ``FrozenFault``.
  mutating func sound() throws(FrozenFault) -> ArraySlice<UInt8>? {
    do throws(SystemError) { return try next() } catch {
      let message = error == .special ? "is not a regular file" : "can't be read: \(error.message)"
      throw FrozenFault(message, system: error)
    }
  }
}

extension JSONValue {
  /// Parses a line that holds a JSON object and its checksum; throws if the checksum is wrong. With
  /// `keeping`, only members with these keys are kept.
  init(sealed line: ArraySlice<UInt8>, keeping: Set<String>? = nil) throws {
    guard let content = SealedLine.content(of: line) else { throw FrozenFault.damaged() }
    try self.init(line: content + [UInt8(ascii: "}")], keeping: keeping)
  }
}
