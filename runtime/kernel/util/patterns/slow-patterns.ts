import { type Automaton, buildAutomaton } from './automaton.js';
import { stronglyConnected } from './strongly-connected.js';
import { lookarounds, parsePattern, type Pattern } from './parse-pattern.js';

/** Steps that an engine may take for one text: about a second. */
const MOST_STEPS = 1e9;
/** Characters that texts are tried with; longer ones are reckoned from these. */
const TRIED = 128;
/** Texts of several characters that are tried. */
const MIXED = 8;
/** States up to which pairs of them are compared. */
const MOST_PAIRED = 150;

const PROBES: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', 'é', 'я', '中'],
];

/** A pattern between slashes, or without. */
const DELIMITED = /^\/(.*)\/([a-z]*)$/s;

/**
 * Whether a backtracking engine may take more than about a second to refuse a text: the pattern reads the same text in a number of
 * ways that grows exponentially, or fast enough for texts of that length.
 */
export function isSlow(pattern: string, longest: number): boolean {
  const [, body = pattern, flags = ''] = DELIMITED.exec(pattern) ?? [];
  const whole = parsePattern(body);
  return [whole, ...lookarounds(whole)].some((part) => {
    const isAnchored = part === whole && /^\^/.test(body) && !hasChoice(part);
    return isSlowPart(part, { isAnchored, flags, longest });
  });
}

/** Where one alternative is anchored, another one need not be. */
const hasChoice = (pattern: Pattern): boolean =>
  pattern.kind === 'choice' ||
  (pattern.kind === 'sequence' && pattern.parts.length === 1 && pattern.parts.some(hasChoice));

interface Asked {
  readonly isAnchored: boolean;
  readonly flags: string;
  readonly longest: number;
}

function isSlowPart(part: Pattern, { isAnchored, flags, longest }: Asked): boolean {
  const anywhere: Pattern = {
    kind: 'repeat',
    part: { kind: 'character', source: '[\\s\\S]' },
    least: 0,
    most: Infinity,
  };
  const automaton = buildAutomaton(isAnchored ? part : { kind: 'sequence', parts: [anywhere, part] });
  if (automaton === undefined) return true;
  const letters = lettersOf(automaton, flags);
  const words = wordsOf(letters, Math.min(longest, TRIED));
  return (
    words.some((word) => stepsOf(automaton, word, longest) > MOST_STEPS) || isAmbiguous(automaton, letters)
  );
}

/** States that a character leads into. */
type Letter = ReadonlySet<number>;

/** The characters that differ for the pattern, each by the states that it leads into. */
function lettersOf({ sources }: Automaton, flags: string): readonly Letter[] {
  const literal = sources.flatMap((source) => [...source.toLowerCase(), ...source.toUpperCase()]);
  const tests = new Map(sources.map((source) => [source, testOf(source, flags)]));
  const letters = new Map<string, Letter>();
  for (const character of new Set([...PROBES, ...literal])) {
    const states = sources.flatMap((source, state) =>
      tests.get(source)?.(character) === true ? [state] : [],
    );
    letters.set(states.join(), new Set(states));
  }
  letters.delete('');
  return [...letters.values()];
}

function testOf(source: string, flags: string): (character: string) => boolean {
  const own = flags.replaceAll(/[gyd]/g, '');
  for (const tried of [own, `${own.replace('v', '')}u`, own.replaceAll(/[uv]/g, '')])
    try {
      const expression = new RegExp(`^(?:${source})$`, tried);
      return (character) => expression.test(character);
    } catch {
      // Such as `\p{L}`, which needs the flag u.
    }
  return () => true;
}

/** Texts to try: each letter over and over, and mixed ones. */
function wordsOf(letters: readonly Letter[], length: number): readonly (readonly Letter[])[] {
  const repeated = letters.map((letter) => Array.from({ length }, () => letter));
  // The same mixtures at every run.
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const mixed = Array.from({ length: letters.length < 2 ? 0 : MIXED }, () =>
    Array.from({ length }, () => letters[next() % letters.length] ?? new Set<number>()),
  );
  return [...repeated, ...mixed];
}

/** Steps that it takes to try all ways to read a text, reckoned for the longest one. */
function stepsOf({ next, first }: Automaton, word: readonly Letter[], longest: number): number {
  const [start] = word;
  let ways = new Map([...first].filter(([state]) => start?.has(state) === true));
  let [steps, middle, last] = [0, 1, 1];
  for (let read = 1; read <= word.length; read += 1) {
    last = [...ways.values()].reduce((all, one) => all + one, 0);
    if (read === word.length / 2) middle = last;
    steps += last;
    if (last === 0 || steps > MOST_STEPS) return steps;
    const following = new Map<number, number>();
    for (const [state, times] of ways)
      for (const [target, edges] of next[state] ?? [])
        if (word[read]?.has(target) === true)
          following.set(target, (following.get(target) ?? 0) + times * edges);
    ways = following;
  }
  if (longest <= TRIED) return steps;
  const degree = Math.max(0, Math.round(Math.log2(last / Math.max(middle, 1))));
  return steps * (longest / TRIED) ** (degree + 1);
}

/**
 * Whether some text leads from a state back to it in two ways: each repetition of the text doubles the number of ways then. Pairs of
 * states that the same text leads to show it: a pair of two different states, or a double edge, in a cycle with a pair of equal ones.
 */
function isAmbiguous({ next, first }: Automaton, letters: readonly Letter[]): boolean {
  const count = next.length;
  if (count > MOST_PAIRED) return false;
  const share = shares(count, letters);
  const following = (pair: number): number[] => {
    const [left, right] = [Math.floor(pair / count), pair % count];
    const pairs: number[] = [];
    for (const one of next[left]?.keys() ?? [])
      for (const other of next[right]?.keys() ?? []) if (share(one, other)) pairs.push(one * count + other);
    return pairs;
  };
  const starts = [...reachable(next, [...first.keys()])].map((state) => state * count + state);
  return stronglyConnected(starts, following).some((pairs) => {
    const same = new Set(
      pairs.flatMap((pair) => (Math.floor(pair / count) === pair % count ? [pair % count] : [])),
    );
    if (same.size === 0) return false;
    if (same.size < pairs.length) return true;
    const isCycle = (from: number, to: number): boolean =>
      same.has(to) && (from !== to || next[from]?.has(to) === true);
    return [...same].some((from) =>
      [...(next[from] ?? [])].some(([to, ways]) => ways > 1 && isCycle(from, to)),
    );
  });
}

/** Whether some character leads into both states. */
function shares(count: number, letters: readonly Letter[]): (left: number, right: number) => boolean {
  const known = new Uint8Array(count * count);
  for (const letter of letters)
    for (const left of letter) for (const right of letter) known[left * count + right] = 1;
  return (left, right) => known[left * count + right] === 1;
}

function reachable(next: Automaton['next'], from: readonly number[]): ReadonlySet<number> {
  const seen = new Set(from);
  for (const state of seen) for (const target of next[state]?.keys() ?? []) seen.add(target);
  return seen;
}
