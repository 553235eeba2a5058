interface Branch<Made> {
  readonly branches: Map<string, Branch<Made>>;
  made: Made | undefined;
}

/** Returns the cached value for a list of texts, or calls `make`. */
export type TextMemo<Made> = (texts: readonly string[], make: () => Made) => Made;

/**
 * Caches values by lists of texts. Clients choose some texts, so at most `2 * limit` are kept; the `limit`
 * most recent ones are guaranteed. Texts are looked up one by one, which avoids building a joined key for
 * each lookup.
 */
export function createTextMemo<Made>(limit: number): TextMemo<Made> {
  let recent = createBranch<Made>();
  let earlier = createBranch<Made>();
  let count = 0;
  return (texts, make) => {
    const known = find(recent, texts);
    if (known !== undefined) return known;
    const made = find(earlier, texts) ?? make();
    if (count >= limit) {
      earlier = recent;
      recent = createBranch();
      count = 0;
    }
    grow(recent, texts).made = made;
    count += 1;
    return made;
  };
}

const createBranch = <Made>(): Branch<Made> => ({ branches: new Map(), made: undefined });

function find<Made>(root: Branch<Made>, texts: readonly string[]): Made | undefined {
  let branch: Branch<Made> | undefined = root;
  for (const text of texts) {
    branch = branch.branches.get(text);
    if (branch === undefined) return undefined;
  }
  return branch.made;
}

function grow<Made>(root: Branch<Made>, texts: readonly string[]): Branch<Made> {
  let branch = root;
  for (const text of texts) {
    const next = branch.branches.get(text) ?? createBranch<Made>();
    branch.branches.set(text, next);
    branch = next;
  }
  return branch;
}
