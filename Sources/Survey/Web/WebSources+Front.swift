import ImageModel
import Imaging
import Net
import Planning
import System

/// Fetching pictures ahead: whole ones, and the fronts of JPEGs.
extension WebSources {
  /// Fetches the picture of an image, or its front if that is planned. The picture takes room of `bytes` bytes. `then`
  /// must not wait.
  ///
  /// The front takes two requests. The first one is for the last two bytes of the file, because a decoder of the front
  /// can't see if the file is cut off. The whole file is fetched if it doesn't end with the marker that ends a JPEG
  /// (ITU-T T.81, B.1.1.3), if the server doesn't give the ranges, or if nothing makes sure that both requests are for
  /// the planned version.
  func get(
    _ image: ImagePlan, at address: WebAddress, counting bytes: Int,
    then: @escaping @Sendable (FetchedPicture) -> Void
  ) {
    guard let front = image.frontBytes, let version = image.version else {
      return getWhole(image, at: address, counting: bytes, then: then)
    }
    let end = request(
      address, for: image.source, of: version, image.objectVersion, range: version.bytes - 2..<version.bytes)
    if end.headers.isEmpty { return getWhole(image, at: address, counting: bytes, then: then) }
    transport.get(end) { [weak self] reply in
      guard let self else { return }
      guard reply.isPart(of: version), (try? reply.content()) == [0xFF, 0xD9] else {
        return getWhole(image, at: address, counting: bytes, then: then)
      }
      var request = request(
        address, for: image.source, of: version, image.objectVersion, range: 0..<front)
      request.countedBytes = bytes
      transport.get(request) { [weak self] reply in
        guard let self else { return }
        if reply.isPart(of: version) { return then(FetchedPicture(web: self, reply: reply, isFront: true)) }
        transport.client.free(bytes)
        getWhole(image, at: address, counting: bytes, then: then)
      }
    }
  }

  private func getWhole(
    _ image: ImagePlan, at address: WebAddress, counting bytes: Int,
    then: @escaping @Sendable (FetchedPicture) -> Void
  ) {
    var request = request(address, for: image.source, of: image.version, image.objectVersion)
    request.countedBytes = bytes
    transport.get(request) { [weak self] reply in
      if let self { then(FetchedPicture(web: self, reply: reply)) }
    }
  }
}

extension WebReply {
  /// True if this is the part of a file that was asked for, and the file is of this version.
  fileprivate func isPart(of version: SourceVersion) -> Bool {
    outcome == .status(206) && !isEncoded && size == version.bytes
      && WebVersion(headers, bytes: version.bytes).version == version
  }
}

/// The reply to the request for a picture.
package struct FetchedPicture: Sendable {
  private let web: WebSources
  private let reply: WebReply
  /// True if only the front of the file is here.
  package let isFront: Bool

  init(web: WebSources, reply: WebReply, isFront: Bool = false) {
    (self.web, self.reply, self.isFront) = (web, reply, isFront)
  }

  /// This picture without the encoding that its server may have added. `planned` is its version.
  func decoded(of planned: SourceVersion?) -> FetchedPicture {
    FetchedPicture(web: web, reply: web.decoded(reply, of: planned), isFront: isFront)
  }

  /// True if the server encoded the picture once more.
  var isEncoded: Bool { reply.isEncoded }

  /// Opens the picture of the source `name`. Throws `source_changed` if it isn't of the version `planned`.
  func open(_ name: String, of planned: SourceVersion) throws(OpeningError) -> OpenSource {
    guard isFront, let file = reply.body else { return try web.open(name, reply, of: planned) }
    do throws(SystemError) {
      var source = try OpenSource(file, planned)
      source.isFront = true
      return source
    } catch { throw OpeningError(reading: error) }
  }
}
