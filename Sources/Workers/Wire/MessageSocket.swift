import CKernel
import Glibc
import System

/// One end of the stream between a worker process and its parent.
///
/// A message is a header of 8 bytes and then its content. The header has the count of the content's bytes
/// and a second number. Descriptors travel with the first bytes.
package struct MessageSocket: ~Copyable {
  private let descriptor: Descriptor

  /// Takes over a connected stream socket. The parent's socket must not block, because the parent waits by
  /// the clock.
  package init(owning number: Int32) { descriptor = Descriptor(owning: number) }

  /// Sends a message; `deadline` is in nanoseconds of CLOCK_MONOTONIC. Throws `closed`, `late` and
  /// `system`.
  package func send(
    _ body: [UInt8], number: UInt32 = 0, descriptors: [Int32] = [], by deadline: Int64 = .max
  ) throws(MessageError) {
    var writer = ByteWriter()
    writer.number(UInt32(body.count))
    writer.number(number)
    writer.raw(body)
    var rest = writer.bytes[...]
    var left = descriptors[...]
    while !rest.isEmpty {
      let most = Int(KERNEL_MOST_DESCRIPTORS)
      // Each call sends at most KERNEL_MOST_DESCRIPTORS descriptors, with at least one byte. The last call
      // sends the remaining bytes.
      let piece = left.count > most ? rest.prefix(1) : rest
      let sent = try send(piece, left.prefix(most), deadline)
      rest = rest.dropFirst(sent)
      left = left.dropFirst(most)
    }
  }

  private func send(
    _ bytes: ArraySlice<UInt8>, _ descriptors: ArraySlice<Int32>, _ deadline: Int64
  ) throws(MessageError) -> Int {
    try persist(for: Int16(POLLOUT), deadline) {
      bytes.withUnsafeBytes { bytes in
        descriptors.withUnsafeBufferPointer {
          kernel_send(descriptor.number, bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
        }
      }
    }
  }

  /// The next message, of at most `limit` bytes. Without `takesDescriptors`, the message's descriptors are
  /// closed. Throws `closed`, `late`, `tooLong` and `system`.
  package func receive(
    limit: Int, takesDescriptors: Bool = false, by deadline: Int64 = .max
  ) throws(MessageError) -> Message {
    var message = Message()
    var header = ByteReader(try receive(8, into: &message, takesDescriptors, deadline))
    guard let count = try? header.number(UInt32.self), let number = try? header.number(UInt32.self),
      count <= limit
    else { throw .tooLong }
    message.number = number
    message.body = try receive(Int(count), into: &message, takesDescriptors, deadline)
    return message
  }

  /// True if unread bytes have arrived.
  var hasUnread: Bool {
    var byte: UInt8 = 0
    return recv(descriptor.number, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  private func receive(
    _ count: Int, into message: inout Message, _ takesDescriptors: Bool, _ deadline: Int64
  ) throws(MessageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var arrived = [Int32](repeating: -1, count: takesDescriptors ? Int(KERNEL_MOST_DESCRIPTORS) : 0)
    var done = 0
    while done < count {
      var descriptors = 0
      let got = try persist(for: Int16(POLLIN), deadline) {
        bytes.withUnsafeMutableBytes { bytes in
          arrived.withUnsafeMutableBufferPointer {
            kernel_receive(
              descriptor.number, bytes.baseAddress.map { $0 + done }, count - done,
              takesDescriptors ? $0.baseAddress : nil, &descriptors)
          }
        }
      }
      if got == 0 { throw .closed }
      message.descriptors += arrived.prefix(descriptors)
      done += got
    }
    return bytes
  }

  /// Repeats `step` while it would block, and waits for `event` in between. Throws `closed`, `late` and
  /// `system`.
  private func persist(for event: Int16, _ deadline: Int64, _ step: () -> Int) throws(MessageError) -> Int {
    while true {
      let count = step()
      if count >= 0 { return count }
      switch errno {
      case EAGAIN: try wait(for: event, deadline)
      case EPIPE, ECONNRESET: throw .closed
      default: throw .system(.last)
      }
    }
  }

  private func wait(for event: Int16, _ deadline: Int64) throws(MessageError) {
    let left = deadline - MonotonicClock.now()
    if left <= 0 { throw .late }
    var wanted = pollfd(fd: descriptor.number, events: event, revents: 0)
    _ = poll(&wanted, 1, Int32(clamping: (left + 999_999) / 1_000_000))
  }
}

/// A stream between this process and a future child.
struct SocketPair: ~Copyable {
  let own: MessageSocket
  let other: Descriptor

  /// Throws the error of the system call that failed.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last }
    let (first, second) = (ends[0], ends[1])
    guard fcntl(first, F_SETFL, O_NONBLOCK) == 0 else {
      let failure = SystemError.last
      close(first)
      close(second)
      throw failure
    }
    own = MessageSocket(owning: first)
    other = Descriptor(owning: second)
  }
}

/// A received message.
package struct Message {
  /// The second number in the message's header.
  package var number: UInt32 = 0
  package var body: [UInt8] = []
  /// Open descriptors; the receiver closes them.
  package var descriptors: [Int32] = []
}

/// The reason why a message wasn't sent or received.
package enum MessageError: Error, Hashable, Sendable {
  /// The other end is gone.
  case closed
  /// The deadline has passed.
  case late
  /// The message's header claims more bytes than allowed.
  case tooLong
  case system(SystemError)
}
