import ImageModel
import Imaging
import Net
import Remote
import Synchronization
import System

/// The archives and Parquet files of a job that lie on the web.
final class WebFiles: Sendable {
  private let web: WebSources
  private let blocks = WebBlocks()
  private let files = Mutex<[ExactText: WebFile]>([:])

  init(_ web: WebSources) { self.web = web }

  /// The file with this name; nil if the job names no such archive or Parquet file.
  func file(named name: String) -> WebFile? {
    let key = ExactText(name)
    return files.withLock { files in
      if let file = files[key] { return file }
      guard let address = web.container(named: name) else { return nil }
      let file = WebFile(name, address, web, blocks)
      files[key] = file
      return file
    }
  }
}

/// A file on the web that contains sources. All ranges of it that a job reads are of the version that it has when it
/// is opened.
final class WebFile: Sendable {
  let name: String
  private let address: WebAddress
  private let web: WebSources
  private let blocks: WebBlocks
  /// The result of the first try. A shard asks again for each image.
  private let opened = Mutex<Result<ContainerBytes, OpeningError>?>(nil)

  /// The bytes that are asked for first, if no listing has told the version.
  private static let first = 64 << 10

  init(_ name: String, _ address: WebAddress, _ web: WebSources, _ blocks: WebBlocks) {
    (self.name, self.address, self.web, self.blocks) = (name, address, web, blocks)
  }

  /// Opens the file at the first call. An object of a listing needs no request for this.
  func open() throws(OpeningError) -> ContainerBytes {
    let result = opened.withLock { opened in
      let result = opened ?? Result { () throws(OpeningError) in try begin() }
      opened = result
      return result
    }
    return try result.get()
  }

  private func begin() throws(OpeningError) -> ContainerBytes {
    if let listed = web.listedFile(named: name) { return ContainerBytes(ranges(of: listed)) }
    var request = WebRequest(address, most: Self.first + WebRanges.spareBytes)
    request.range = 0..<Self.first
    let reply = web.transport.get(request)
    if WebAddress.isObject(name) { try ObjectStore.check(reply, to: name) }
    let isEmpty = reply.outcome == .status(416) && reply.size == 0
    let isPart = reply.outcome == .status(206) && !reply.isEncoded
    if isEmpty || isPart, let size = reply.size {
      let version = WebVersion(reply.headers, bytes: size)
      if !version.isUnnamed {
        let ranges = ranges(of: version)
        do throws(ImageError) {
          if isPart { blocks.add(try reply.content(), of: ranges) }
        } catch { throw .source(error.finding) }
        return ContainerBytes(ranges)
      }
    }
    switch reply.outcome {
    case .status(200), .status(206), .trouble(.largeBody), .trouble(.wrongLength):
      return ContainerBytes(try web.openWhole(name, address, after: reply))
    default:
      do throws(ImageError) { try reply.check(most: Self.first) } catch { throw .source(error.finding) }
      throw .source(.noRanges)
    }
  }

  private func ranges(of version: WebVersion) -> WebRanges {
    WebRanges(name, address, version, web, blocks)
  }
}

extension WebFile: Hashable {
  static func == (one: WebFile, other: WebFile) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
