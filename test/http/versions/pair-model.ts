/** One state of a row. Two states are equal only if they are the same object. */
export interface State {
  readonly text: string;
}

/** The two rows of a published record in a model without versions. */
export interface Pair {
  readonly published: State;
  readonly draft: State | null;
}

/** The address at which an editor reads and writes: that of the newest version, or of the published one. */
export type View = 'newest' | 'published';

export type Act =
  | { readonly kind: 'edit'; readonly view: View; readonly text: string }
  | { readonly kind: 'publish' | 'discard'; readonly view: 'newest' };

/** A write, and the state that its sender has seen; null without `If-Match`. */
export interface Attempt {
  readonly act: Act;
  readonly seen: State | null;
}

export interface Outcome {
  readonly pair: Pair;
  readonly isDone: boolean;
}

export const shown = ({ published, draft }: Pair, view: View): State =>
  view === 'published' ? published : (draft ?? published);

/** Returns the result of a single write: no change if its sender has not seen the current state. */
export function applied(pair: Pair, { act, seen }: Attempt): Outcome {
  if (seen !== null && seen !== shown(pair, act.view)) return { pair, isDone: false };
  switch (act.kind) {
    case 'edit': {
      const state = { text: act.text };
      const isOfPublished = act.view === 'published';
      return {
        pair: isOfPublished ? { ...pair, published: state } : { ...pair, draft: state },
        isDone: true,
      };
    }
    case 'publish':
      return { pair: { published: { text: shown(pair, 'newest').text }, draft: null }, isDone: true };
    case 'discard':
      return { pair: { ...pair, draft: null }, isDone: true };
  }
}

/** An order of concurrent writes that explains their results, with the states between them; found by brute force. */
export interface Explanation {
  readonly pair: Pair;
  /** The state of the pair after each write, in the order in which they were sent. */
  readonly after: readonly Pair[];
}

export function explain(
  pair: Pair,
  attempts: readonly Attempt[],
  isDone: readonly boolean[],
): readonly Explanation[] {
  const all = attempts.map((_attempt, index) => index);
  return orders(all).flatMap((order) => {
    let now = pair;
    const after: Pair[] = [];
    for (const index of order) {
      const attempt = attempts[index];
      if (attempt === undefined) return [];
      const outcome = applied(now, attempt);
      if (outcome.isDone !== isDone[index]) return [];
      now = outcome.pair;
      after[index] = now;
    }
    return [{ pair: now, after }];
  });
}

function orders(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first) =>
    orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
