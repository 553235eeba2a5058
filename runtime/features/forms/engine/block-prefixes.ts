export interface PrefixedNode {
  /** Prefixes from the most general type to the node's own. */
  readonly chain: readonly string[];
  readonly blockPrefix: string | undefined;
  /** An entry of a collection, or the prototype of one. */
  readonly isEntry: boolean;
}

/** Rendering hints that all nodes of a kind share; that of the single node follows them (components.md section 5.4). */
export function sharedBlockPrefixes({ chain, blockPrefix, isEntry }: PrefixedNode): readonly string[] {
  const own = chain.slice(-1);
  return [
    ...chain.slice(0, -1),
    ...(isEntry ? ['collection_entry'] : []),
    ...own,
    ...(blockPrefix === undefined ? [] : [blockPrefix]),
  ];
}
