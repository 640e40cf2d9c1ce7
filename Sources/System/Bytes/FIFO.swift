/// A queue. Appending and removing take constant time on average.
package struct FIFO<Element> {
  private var elements: [Element?] = []
  private var start = 0

  package init() {}

  package var isEmpty: Bool { start == elements.count }

  package var first: Element? { isEmpty ? nil : elements[start] }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = elements[start]
    elements[start] = nil
    start += 1
    if start > 32, start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }
}

extension FIFO: Sendable where Element: Sendable {}
