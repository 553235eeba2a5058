import type { Pattern } from './parse-pattern.js';

/**
 * Automaton of a pattern, with one state per character it reads. Edges have a multiplicity, because a
 * backtracking engine tries every way between two states.
 */
export interface Automaton {
  /** Source of the character that leads to each state. */
  readonly sources: readonly string[];
  /** Following states of each state, with the number of ways. */
  readonly next: readonly ReadonlyMap<number, number>[];
  /** Possible first states, with the number of ways. */
  readonly first: ReadonlyMap<number, number>;
}

/** Maximum copies of a repeated part; more repetitions count as unlimited. */
const COPIES = 40;
/** Maximum states of an automaton; a larger one is reduced by treating limited repetitions as unlimited. */
const MOST_STATES = 400;

/** A part of the automaton: its first and last states, and the number of ways to match nothing. */
interface Fragment {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
  readonly empty: number;
}

const EMPTY: Fragment = { first: new Map(), last: new Map(), empty: 1 };

/** Builds the automaton of a pattern; undefined if it needs too many states. */
export function buildAutomaton(pattern: Pattern): Automaton | undefined {
  return build(pattern, COPIES) ?? build(pattern, 1);
}

function build(pattern: Pattern, copies: number): Automaton | undefined {
  const sources: string[] = [];
  const next: Map<number, number>[] = [];

  function link(from: Fragment['last'], to: Fragment['first']): void {
    for (const [state, ways] of from) {
      const following = next[state];
      for (const [target, times] of to)
        following?.set(target, Math.min(9, (following.get(target) ?? 0) + ways * times));
    }
  }

  function joined(left: Fragment, right: Fragment): Fragment {
    link(left.last, right.first);
    return {
      first: sum(left.first, scaled(right.first, left.empty)),
      last: sum(right.last, scaled(left.last, right.empty)),
      empty: Math.min(9, left.empty * right.empty),
    };
  }

  function repeated({ part, least, most }: Extract<Pattern, { kind: 'repeat' }>): Fragment {
    const isUnlimited = most > copies;
    const fixed = Math.min(least, copies);
    let fragment = EMPTY;
    for (let copy = 0; copy < fixed && sources.length <= MOST_STATES; copy += 1)
      fragment = joined(fragment, fragmentOf(part));
    if (isUnlimited) return joined(fragment, looped(fragmentOf(part)));
    // Built from the end, so that each optional copy follows the previous ones.
    let optional = EMPTY;
    for (let copy = fixed; copy < most && sources.length <= MOST_STATES; copy += 1)
      optional = optionally(joined(fragmentOf(part), optional));
    return joined(fragment, optional);
  }

  function looped(inner: Fragment): Fragment {
    link(inner.last, inner.first);
    return { ...inner, empty: 1 };
  }

  function fragmentOf(part: Pattern): Fragment {
    switch (part.kind) {
      case 'nothing':
        return EMPTY;
      case 'character': {
        const state = sources.push(part.source) - 1;
        next.push(new Map());
        return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 };
      }
      case 'sequence':
        return part.parts.map(fragmentOf).reduce(joined, EMPTY);
      case 'choice': {
        const all = part.parts.map(fragmentOf);
        return {
          first: all.map(({ first }) => first).reduce(sum, new Map()),
          last: all.map(({ last }) => last).reduce(sum, new Map()),
          empty: Math.min(
            9,
            all.reduce((ways, { empty }) => ways + empty, 0),
          ),
        };
      }
      case 'repeat':
        return repeated(part);
    }
  }

  const { first } = fragmentOf(pattern);
  return sources.length > MOST_STATES ? undefined : { sources, next, first };
}

/** Makes a fragment optional. Engines do not repeat an optional part that matched nothing. */
const optionally = (fragment: Fragment): Fragment => ({ ...fragment, empty: 1 });

function sum(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): Map<number, number> {
  const all = new Map(left);
  for (const [state, ways] of right) all.set(state, Math.min(9, (all.get(state) ?? 0) + ways));
  return all;
}

const scaled = (states: ReadonlyMap<number, number>, by: number): ReadonlyMap<number, number> =>
  new Map(by === 0 ? [] : [...states].map(([state, ways]) => [state, Math.min(9, ways * by)]));
