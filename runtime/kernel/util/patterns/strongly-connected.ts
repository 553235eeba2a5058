/** A node whose followers are being visited. */
interface Open {
  readonly node: number;
  readonly followers: readonly number[];
  /** Number of visited followers. */
  visited: number;
}

/**
 * Returns the strongly connected components of a graph reachable from some nodes (Tarjan's algorithm,
 * iterative).
 */
export function stronglyConnected(
  from: readonly number[],
  followersOf: (node: number) => readonly number[],
): readonly (readonly number[])[] {
  const numbers = new Map<number, number>();
  const lowest = new Map<number, number>();
  const waiting: number[] = [];
  const isWaiting = new Set<number>();
  const parts: number[][] = [];
  const path: Open[] = [];

  function open(node: number): void {
    lowest.set(node, numbers.size);
    numbers.set(node, numbers.size);
    waiting.push(node);
    isWaiting.add(node);
    path.push({ node, followers: followersOf(node), visited: 0 });
  }

  const lower = (node: number, to: number): void =>
    void lowest.set(node, Math.min(lowest.get(node) ?? to, to));

  function close(node: number): void {
    const parent = path.at(-1)?.node;
    const own = lowest.get(node) ?? 0;
    if (parent !== undefined) lower(parent, own);
    if (own !== numbers.get(node)) return;
    const part = waiting.splice(waiting.lastIndexOf(node));
    for (const member of part) isWaiting.delete(member);
    parts.push(part);
  }

  for (const start of from) {
    if (numbers.has(start)) continue;
    open(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const follower = top.followers[top.visited];
      top.visited += 1;
      if (follower === undefined) close(path.pop()?.node ?? start);
      else if (!numbers.has(follower)) open(follower);
      else if (isWaiting.has(follower)) lower(top.node, numbers.get(follower) ?? 0);
    }
  }
  return parts;
}
