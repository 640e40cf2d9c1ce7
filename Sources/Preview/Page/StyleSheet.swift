/// The style sheet of preview pages. Marks differ by dashes and words, never by colour alone.
enum StyleSheet {
  static let text = """
    :root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1f; --quiet: #5b5b66; --line: #d9d9e0; --field: #f3f3f6;
      --link: #0b57c0; --bad: #b3140a; --odd: #8a5a00; --doubt: #a3008f; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #17171a; --ink: #ececf0; --quiet: #a5a5b0; --line: #3a3a42; --field: #222227;
        --link: #82b4ff; --bad: #ff8a80; --odd: #ffc861; --doubt: #ff8af2; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1.5rem; max-width: 90rem; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; margin: 0 0 .4rem; }
    h2 { font-size: 1.1rem; margin: 0; }
    a { color: var(--link); }
    code { font-size: .85em; color: var(--quiet); }
    .alarm { border-left: 5px dotted var(--doubt); padding: .5rem .8rem; background: var(--field); }
    .alarm b { color: var(--doubt); }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .8rem 0; list-style: none;
      color: var(--quiet); font-size: .9rem; }
    .legend svg { vertical-align: middle; background: #6f7480; border-radius: 3px; }
    nav { margin: .8rem 0; }
    nav a, nav b { padding: 0 .25rem; }
    section { border-top: 1px solid var(--line); padding: 1.2rem 0; }
    section ul { margin: .3rem 0; padding-left: 1.2rem; }
    .facts, .rest { margin: 0; color: var(--quiet); }
    .sides { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start; margin-top: .7rem; }
    figure { margin: 0; }
    .picture { flex: 0 1 auto; padding: 20px; background: var(--field); overflow: hidden; border-radius: 6px; }
    .picture svg { display: block; width: calc(100vw - 6rem); height: auto; overflow: visible; }
    .picture figcaption { margin-top: 20px; }
    .outputs { flex: 1 1 18rem; display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
    .output { max-width: 16rem; font-size: .85rem; }
    .output img { display: block; max-width: 100%; height: auto; outline: 1px solid var(--line); }
    .output.clipped img { outline: 2px dashed var(--odd); outline-offset: 2px; }
    .output.doubtful img { outline: 3px dotted var(--doubt); outline-offset: 2px; }
    .none { width: 9rem; height: 6rem; display: grid; place-items: center; border: 2px dashed var(--bad);
      color: var(--bad); }
    figcaption { margin-top: .4rem; color: var(--quiet); }
    figcaption b { color: var(--ink); }
    li.fails { color: var(--bad); }
    li.warning { color: var(--odd); }
    .doubtful li.warning:first-child { color: var(--doubt); }
    .frame rect, .frame polygon, .frame circle { fill: none; vector-effect: non-scaling-stroke; }
    .labels { opacity: .5; image-rendering: pixelated; }
    .frame .mask { fill: #fff; fill-opacity: .4; shape-rendering: crispEdges; }
    .frame .box { stroke: #fff; stroke-width: 1.25px; }
    .frame .cut { stroke: #00d5ff; stroke-width: 3px; }
    .frame.clipped .cut { stroke: #ffc400; stroke-dasharray: 14 5; }
    .frame.doubtful .cut { stroke: #ff4df0; stroke-width: 4px; stroke-dasharray: 4 4; }
    .frame.fails .cut, .frame.fails .box { stroke: #ff3b30; stroke-dasharray: 9 4 2 4; }
    .frame .under { stroke: #000 !important; stroke-dasharray: none !important; stroke-opacity: .6; }
    .frame .box.under { stroke-width: 3px; }
    .frame .cut.under { stroke-width: 5px; }
    .frame text { fill: #fff; stroke: #000; stroke-width: .25em; stroke-linejoin: round; paint-order: stroke;
      font-family: system-ui, sans-serif; font-weight: 600; }
    .frame .cut { pointer-events: all; }
    .frame:hover .cut { stroke-width: 5px; }
    .crowded .frame text { display: none; pointer-events: none; }
    .crowded .frame:hover text { display: block; }
    .crowded .frame .cut { stroke-width: 1.5px; }
    .crowded .frame .cut.under { stroke-width: 3px; }

    """
}
