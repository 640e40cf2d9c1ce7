/// Counts the layers that librsvg holds at once while it draws an SVG. A layer has the size that the whole
/// picture has at the drawing's scale.
///
/// Elements with an id, and elements that are drawn only where others name them, are nodes of a graph. Its edges
/// lead from an element to the elements that are drawn while it is drawn.
struct SVGLayers {
  /// Elements that are drawn only where another element names them.
  private static let hidden: Set = [
    "clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient", "symbol",
  ]

  /// The layers beside its result and its named results that a filter holds.
  private static let filterLayers = 4

  private struct Node {
    var isPattern = false
    /// The most layers that an element of the node holds by itself, and the depth of the node's elements.
    var own = Load()
    /// For a filter: the results that have names.
    var results = 0
    var edges: [Edge] = []
    /// The indices of edges.
    var indices: [Edge.Name: Int] = [:]

    /// Adds an edge, or what an edge of this name holds.
    mutating func add(_ kind: Edge.Kind, to targets: [String], holding load: Load) {
      for target in targets {
        let name = Edge.Name(kind: kind, target: target)
        if let index = indices[name] {
          edges[index].held = edges[index].held.most(load)
        } else {
          indices[name] = edges.count
          edges.append(Edge(name: name, held: load))
        }
      }
    }
  }

  private struct Edge {
    /// `paint` stands for patterns and markers. Elements inherit them, so any element of a node may be painted by them.
    enum Kind { case part, mask, filter, paint }

    struct Name: Hashable {
      var kind: Kind
      var target: String
    }

    var name: Name
    /// The layers and elements of the node that are held while the edge is followed.
    var held: Load
  }

  /// Layers, and nested elements.
  private struct Load {
    var layers = 0
    var depth = 0

    func most(_ other: Load) -> Load {
      Load(layers: max(layers, other.layers), depth: max(depth, other.depth))
    }

    static func + (one: Load, other: Load) -> Load {
      Load(layers: one.layers + other.layers, depth: one.depth + other.depth)
    }
  }

  /// The place of an open element.
  private struct Place {
    var node: Int
    var load = Load()
  }

  private var nodes: [Node] = []
  private var ids: [String: Int] = [:]
  private var stack: [Place] = []

  /// The number of open elements.
  var depth: Int { stack.count }

  /// Opens an element. `links` holds the id of an element that it draws or takes after.
  mutating func open(
    _ name: String, id: String?, links: [String], isNamedResult: Bool, _ effects: SVGEffects
  ) {
    var place = place(of: name, id: id)
    place.load = place.load + Load(layers: effects.isGroup ? 1 : 0, depth: 1)
    nodes[place.node].own = nodes[place.node].own.most(place.load)
    nodes[place.node].results += isNamedResult ? 1 : 0
    nodes[place.node].add(.part, to: links, holding: place.load)
    nodes[place.node].add(.mask, to: effects.masks, holding: place.load)
    nodes[place.node].add(.filter, to: effects.filters, holding: place.load)
    nodes[place.node].add(.paint, to: effects.paints, holding: Load())
    stack.append(place)
  }

  mutating func close() { stack.removeLast() }

  /// The place of an element in its parent's node, or in a new node. Of several elements with an id, the first has it.
  private mutating func place(of name: String, id: String?) -> Place {
    let parent = stack.last
    let isHidden = Self.hidden.contains(name)
    let named = name.hasPrefix("fe") ? nil : id.flatMap { ids[$0] == nil ? $0 : nil }
    if let parent, !isHidden, named == nil { return parent }
    let place = Place(node: nodes.count)
    nodes.append(Node(isPattern: name == "pattern"))
    if let named { ids[named] = place.node }
    if let parent, let named, !isHidden {
      nodes[parent.node].add(.part, to: [named], holding: parent.load)
    }
    return place
  }

  /// The most layers that are held at once. Nil if more than `limit` elements are nested, with those that they draw.
  func most(depth limit: Int) -> Int? {
    var known = [Load?](repeating: nil, count: nodes.count)
    if nodes.isEmpty { return 0 }
    guard let load = self.load(of: 0, &known, levels: limit), load.depth <= limit else { return nil }
    return load.layers
  }

  /// The load of a node with all that it draws; nil if edges lead on for more than `levels` nodes.
  private func load(of place: Int, _ known: inout [Load?], levels: Int) -> Load? {
    if let load = known[place] { return load }
    if levels == 0 { return nil }
    // librsvg doesn't draw what leads back to itself.
    known[place] = Load()
    var (own, paint) = (nodes[place].own, Load())
    for edge in nodes[place].edges {
      let target = ids[edge.name.target]
      guard var inner = target.map({ self.load(of: $0, &known, levels: levels - 1) }) ?? Load() else {
        return nil
      }
      switch edge.name.kind {
      case .part: own = own.most(edge.held + inner)
      case .mask:
        // The mask's content, then what becomes of it, and the masked layer.
        inner.layers = max(inner.layers + 1, 2)
        own = own.most(edge.held + inner)
      case .filter:
        inner.layers += Self.filterLayers + (target.map { nodes[$0].results } ?? 0)
        own = own.most(edge.held + inner)
      case .paint:
        inner.layers += target.map { nodes[$0].isPattern } == true ? 1 : 0
        paint = paint.most(inner)
      }
    }
    known[place] = own + paint
    return known[place]
  }
}
