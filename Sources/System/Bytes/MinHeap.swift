/// A binary heap, whose first element is the least.
package struct MinHeap<Element: Comparable> {
  /// All elements. The first one is the least; the others follow in no useful order.
  package private(set) var elements: [Element]

  package init(_ elements: [Element] = []) {
    self.elements = elements
    for place in elements.indices.reversed() { sink(place) }
  }

  /// The least element.
  package var first: Element? { elements.first }

  package var count: Int { elements.count }

  package mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Replaces the least element by `element`. If `element` is nil, removes the least element.
  package mutating func replaceFirst(with element: Element?) {
    if elements.isEmpty { return }
    if let element {
      elements[0] = element
    } else {
      elements.swapAt(0, elements.count - 1)
      elements.removeLast()
    }
    sink(0)
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while let next = lesserChild(of: place), elements[next] < elements[place] {
      elements.swapAt(place, next)
      place = next
    }
  }

  private func lesserChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    if left >= elements.count { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
