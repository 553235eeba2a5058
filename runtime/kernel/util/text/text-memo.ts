interface Branch<Made> {
  readonly branches: Map<string, Branch<Made>>;
  made: Made | undefined;
}

/** Answers what `make` made of a list of texts the last time, as long as it is remembered. */
export type TextMemo<Made> = (texts: readonly string[], make: () => Made) => Made;

/**
 * Remembers what was made of lists of texts, at most `2 * limit` of them, because clients choose some of the texts; those
 * that were asked for among the last `limit` different ones are there. Texts are looked up one by one: joining them would
 * make a new text for each question.
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
