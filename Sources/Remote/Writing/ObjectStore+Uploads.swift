import Net
import System

extension ObjectStore {
  /// Removes the parts of those unfinished uploads whose keys begin with `prefix`, and for which `isLeft` returns true
  /// (Amazon S3 API Reference, "ListMultipartUploads"). `isLeft` gets the key of an upload, and whether the upload is so
  /// old that nobody goes on with it. Killed runs leave such parts, which no listing of objects shows. Waits for
  /// replies, as ``list(bucket:prefix:isStopped:page:)`` does. Does nothing if the store knows no such
  /// list, or if the keys may not read it.
  package func abortUploads(
    bucket: String, prefix: String, isStopped: () -> Bool = { false }, isLeft: (String, Bool) -> Bool
  ) throws(StoreFault) {
    let address = try Self.address(bucket, "")
    var place: UploadListing.Place?
    repeat {
      guard let reply = waiting(isStopped: isStopped, { begin(Self.listing(address, prefix, place), $0) })
      else {
        return
      }
      switch reply.outcome {
      case .status(403), .status(405), .status(501): return
      default: break
      }
      let page: UploadListing
      do throws(StoreFault) {
        if let fault = fault(of: reply) { throw fault }
        page = try UploadListing(Self.bytes(of: reply))
        for upload in page.uploads where isLeft(upload.key, isOld(upload)) {
          let object = try Self.address(bucket, upload.key)
          if let fault = waiting({ abort(upload.id, of: object, then: $0) }) ?? nil { throw fault }
        }
      } catch {
        throw StoreFault(
          "the unfinished uploads to the bucket '\(bucket)' can't be removed: \(error.message)",
          isTemporary: error.isTemporary)
      }
      if page.next == place, place != nil {
        throw StoreFault("the bucket '\(bucket)' has endless lists of uploads")
      }
      place = page.next
    } while place != nil && !isStopped()
  }

  /// True if an upload began more than a day ago, or if its beginning isn't known.
  private func isOld(_ upload: UploadListing.Upload) -> Bool {
    upload.start.map { clock() - $0 > 24 * 60 * 60 } ?? true
  }

  /// Removes the parts of an upload. `then` must not wait.
  func abort(_ id: String, of object: WebAddress, then: @escaping @Sendable (StoreFault?) -> Void) {
    begin(StoreAsk(.delete, object, query: StoreQuery([.init("uploadId", id)]))) { reply in
      if case .status(404) = reply.outcome { return then(nil) }
      then(self.fault(of: reply))
    }
  }

  private static func listing(
    _ bucket: WebAddress, _ prefix: String, _ place: UploadListing.Place?
  ) -> StoreAsk {
    var items: [StoreQuery.Item] = [
      .init("uploads"), .init("max-uploads", "1000"), .init("encoding-type", "url"), .init("prefix", prefix),
    ]
    if let place { items += [.init("key-marker", place.key), .init("upload-id-marker", place.id)] }
    return StoreAsk(.get, bucket, query: StoreQuery(items), most: FixedLimits.Store.listingBytes)
  }

  private static func address(_ bucket: String, _ key: String) throws(StoreFault) -> WebAddress {
    do throws(WebAddressFault) { return try WebAddress("s3://\(bucket)/\(key)") } catch {
      throw StoreFault(error.message)
    }
  }
}
