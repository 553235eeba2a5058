type Graph = ReadonlyMap<string, ReadonlySet<string>>;

interface Visit {
  readonly node: string;
  readonly index: number;
  low: number;
  readonly targets: Iterator<string>;
}

/**
 * Returns the cycles of a graph as its strongly connected components, including self-references (Tarjan). Iterative,
 * because chains of records can be long.
 */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const indexes = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();

  function visit(node: string): Visit {
    const index = indexes.size;
    indexes.set(node, index);
    open.push(node);
    isOpen.add(node);
    return { node, index, low: index, targets: (graph.get(node) ?? new Set<string>()).values() };
  }

  function close({ node, index, low }: Visit): void {
    if (low !== index) return;
    const group = open.splice(open.lastIndexOf(node));
    for (const each of group) isOpen.delete(each);
    if (group.length > 1 || graph.get(node)?.has(node) === true) cycles.push(group);
  }

  for (const root of graph.keys()) {
    if (indexes.has(root)) continue;
    const path = [visit(root)];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.targets.next();
      if (next.done === true) {
        path.pop();
        close(last);
        const above = path.at(-1);
        if (above !== undefined) above.low = Math.min(above.low, last.low);
        continue;
      }
      const known = indexes.get(next.value);
      if (known === undefined) {
        if (graph.has(next.value)) path.push(visit(next.value));
      } else if (isOpen.has(next.value)) last.low = Math.min(last.low, known);
    }
  }
  return cycles;
}
