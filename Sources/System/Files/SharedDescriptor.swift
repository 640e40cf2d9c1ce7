/// An open file that several values use. It is closed when the last one is gone.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// The open file's number.
  package var number: Int32 { descriptor.number }
}
