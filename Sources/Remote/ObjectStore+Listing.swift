import Net
import System

extension ObjectStore {
  /// Calls `page` with the objects of a bucket whose keys begin with `prefix`, page by page, in the store's order.
  /// Waits for replies, so don't call it in the `then` of a request. When `isStopped` returns true, the call returns
  /// soon, perhaps before the last page. A page that can't be read is asked for again. The message of a fault names the
  /// bucket.
  package func list(
    bucket: String, prefix: String, isStopped: () -> Bool = { false }, page: ([ListedObject]) -> Void
  ) throws(StoreFault) {
    var token: String?
    var tokens: Set<String> = []
    var emptyPages = 0
    repeat {
      let listing: ObjectListing
      do throws(StoreFault) {
        guard let next = try self.page(bucket, prefix, after: token, isStopped) else { return }
        listing = next
      } catch {
        throw StoreFault(
          "the bucket '\(bucket)' can't be listed: \(error.message)", isTemporary: error.isTemporary)
      }
      page(listing.objects)
      token = listing.next
      emptyPages = listing.objects.isEmpty ? emptyPages + 1 : 0
      if let token, !tokens.insert(token).inserted || emptyPages > Self.mostEmptyPages {
        throw StoreFault("the bucket '\(bucket)' can't be listed: its pages never end")
      }
    } while token != nil && !isStopped()
  }

  /// The most pages without an object in a row. Stores give some where many objects were removed.
  private static let mostEmptyPages = 1000
  /// The tries of a page. A page that lost bytes on its way isn't XML.
  private static let tries = 3

  /// The page behind `token`; nil if the caller is stopped.
  private func page(
    _ bucket: String, _ prefix: String, after token: String?, _ isStopped: () -> Bool
  ) throws(StoreFault) -> ObjectListing? {
    var tried = 1
    while true {
      guard let reply = try reply(bucket, prefix, most: 1000, after: token, isStopped) else { return nil }
      if let fault = fault(of: reply) { throw fault }
      do throws(StoreFault) { return try Self.listing(reply) } catch {
        if tried == Self.tries { throw error }
        tried += 1
      }
    }
  }

  /// Makes a request for a bucket, and throws only for troubles that other requests to the bucket would have too: for
  /// want of the bucket or of a server, for example. Keys that may read a key may lack the right to list, so a store
  /// that denies access is no fault. Waits for the reply, as ``list(bucket:prefix:isStopped:page:)`` does.
  package func check(
    bucket: String, key: String, isStopped: () -> Bool = { false }
  ) throws(StoreFault) {
    do throws(StoreFault) {
      guard let reply = try reply(bucket, key, most: 1, after: nil, isStopped) else { return }
      guard let fault = fault(of: reply) else { return }
      if Self.concernsAll(reply) || fault.isTemporary || reply.isTrouble { throw fault }
    } catch {
      throw StoreFault(
        "the bucket '\(bucket)' can't be used: \(error.message)", isTemporary: error.isTemporary)
    }
  }

  /// The reply to a listing; nil if the caller is stopped.
  private func reply(
    _ bucket: String, _ prefix: String, most: Int, after token: String?, _ isStopped: () -> Bool
  ) throws(StoreFault) -> WebReply? {
    let address: WebAddress
    do throws(WebAddressFault) { address = try WebAddress("s3://\(bucket)/") } catch {
      throw StoreFault(error.message)
    }
    let reply = Monitor<WebReply?>(nil)
    begin(StoreAsk(listing: address, prefix: prefix, most: most, after: token)) { new in
      reply.with { $0 = new }
    }
    let found: WebReply?? = reply.wait(lookingEvery: 50_000_000) { reply in
      if let reply { return .some(reply) }
      return isStopped() ? .some(nil) : nil
    }
    return found ?? nil
  }

  private static func listing(_ reply: WebReply) throws(StoreFault) -> ObjectListing {
    let bytes = try bytes(of: reply)
    do throws(StoreFault) { return try ObjectListing(bytes) } catch {
      throw StoreFault("the store's reply can't be read: \(error.message)")
    }
  }

  /// The body of a success.
  static func bytes(of reply: WebReply) throws(StoreFault) -> [UInt8] {
    guard let bytes = try? reply.body?.bytes(reply.bytes) else {
      throw StoreFault("the store's reply can't be read from memory", isTemporary: true)
    }
    return bytes
  }

  /// The fault of a reply that is no success, as the end of a sentence; nil for a success.
  package func fault(of reply: WebReply) -> StoreFault? {
    switch reply.outcome {
    case .status(200..<300): nil
    case .status where reply.detail == Self.noKeys: lackOfKeys
    case .status(let status):
      StoreFault(
        reply.detail.isEmpty ? "the store answers \(status)" : reply.detail,
        isTemporary: status >= 500 || [408, 425, 429].contains(status))
    case .trouble(let trouble):
      StoreFault(
        trouble.words("the store", "the store's"), isTemporary: trouble.mayPass || trouble == .givenUp)
    }
  }
}

extension WebReply {
  /// True if the server did what was asked.
  var isSuccess: Bool { if case .status(200..<300) = outcome { true } else { false } }

  /// True if there was no whole reply.
  fileprivate var isTrouble: Bool { if case .trouble = outcome { true } else { false } }
}
