import Net
import Remote

/// Bodies of an object store's replies: listings of buckets, and errors.
///
/// The input is a body.
package enum StoreRepliesTarget: FuzzTarget {
  package static let name = "StoreReplies"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    let listing = try? ObjectListing(bytes)
    let error = StoreError(bytes)
    if listing != nil && error != nil { return "the body is a listing and an error" }
    let more = bytes + Array("<!-- & -->\n".utf8)
    if StoreError(more) != error { return "a comment changes the error" }
    guard let listing else { return (try? ObjectListing(more)) == nil ? nil : "a comment makes a listing" }
    guard let again = try? ObjectListing(more) else { return "a comment ends the listing" }
    if again.next != listing.next || facts(again) != facts(listing) { return "a comment changes the listing" }
    if listing.next?.isEmpty == true { return "the token of the next page is empty" }
    if listing.objects.contains(where: { $0.key.isEmpty || $0.bytes < 0 }) {
      return "an object has no key or a negative size"
    }
    return nil
  }

  private static func facts(_ listing: ObjectListing) -> [String] {
    listing.objects.map { "\($0.key) \($0.bytes) \($0.tag?.text ?? "-") \($0.modified ?? 0)" }
  }

  package static func seeds() throws -> [[UInt8]] {
    let object =
      "<Contents><Key>a%20b%2Bc.jpg</Key><LastModified>2026-02-03T04:05:06.700Z</LastModified>"
      + "<ETag>&quot;1-2&quot;</ETag><Size>12</Size></Contents>"
    return [
      "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        + "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
        + "<NextContinuationToken>x/y=</NextContinuationToken>\(object)\(object)</ListBucketResult>",
      "<ListBucketResult><IsTruncated>false</IsTruncated>\(object)</ListBucketResult>",
      "<Error><Code>PermanentRedirect</Code><Region>eu-north-1</Region><Message>m</Message></Error>",
    ].map { Array($0.utf8) }
  }
}
