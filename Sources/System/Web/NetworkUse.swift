/// The use of the network by a job or by a call.
package struct NetworkUse: Hashable, Sendable {
  /// The number of requests that were sent. Each try and each redirect counts.
  package var requests: Int
  /// The number of tries after the first one of each request.
  package var retries: Int
  /// The number of bytes in the bodies of replies.
  package var bytes: Int
  /// The time that threads waited for the bytes of a picture, in nanoseconds. Times of several threads add up.
  package var waited: Int64

  package init(requests: Int = 0, retries: Int = 0, bytes: Int = 0, waited: Int64 = 0) {
    (self.requests, self.retries, self.bytes, self.waited) = (requests, retries, bytes, waited)
  }

  package static func += (sum: inout NetworkUse, more: NetworkUse) {
    sum.requests += more.requests
    sum.retries += more.retries
    sum.bytes += more.bytes
    sum.waited += more.waited
  }
}
