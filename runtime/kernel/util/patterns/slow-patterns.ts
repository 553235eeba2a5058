import { type Automaton, buildAutomaton } from './automaton.js';
import { stronglyConnected } from './strongly-connected.js';
import { lookarounds, parsePattern, type Pattern } from './parse-pattern.js';

/** Maximum steps for one text, about a second, because engines repeat simple parts quickly. */
const MOST_STEPS = 1e9;
/**
 * Maximum steps for a text of `TRIED` characters. A pattern that needs more has many ways to match, each of
 * which costs ten times as much.
 */
const MOST_TRIED_STEPS = 1e7;
/** Length of the tried texts; longer ones are extrapolated. */
const TRIED = 128;
/** Number of mixed texts to try. */
const MIXED = 8;
/** Maximum pairs of edges to compare in one cycle; patterns with more are rejected. */
const MOST_PAIRED_EDGES = 1e7;

const PROBES: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', 'é', 'я', '中'],
];

/** Characters of all scripts of the Basic Multilingual Plane, for classes without literal characters. */
const SCRIPTS: readonly string[] = Array.from({ length: 1024 }, (_, index) =>
  String.fromCharCode(64 * index + 33),
);
const UNICODE = /\\[pPux]|[^\0-\x7f]/;
const CODE_POINT = /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;

/** A pattern with or without slashes. */
const DELIMITED = /^\/(.*)\/([a-z]*)$/s;

/**
 * Returns whether a backtracking engine may take more than about a second to reject a text. That is the case
 * if the number of ways to match grows exponentially, or fast enough for texts of that length.
 */
export function isSlow(pattern: string, longest: number): boolean {
  const [, body = pattern, flags = ''] = DELIMITED.exec(pattern) ?? [];
  const whole = parsePattern(body);
  return [whole, ...lookarounds(whole)].some((part) => {
    const isAnchored = part === whole && /^\^/.test(body) && !hasChoice(part);
    return isSlowPart(part, { isAnchored, flags, longest });
  });
}

/** Returns whether a pattern has alternatives, of which only some may be anchored. */
const hasChoice = (pattern: Pattern): boolean =>
  pattern.kind === 'choice' ||
  (pattern.kind === 'sequence' && pattern.parts.length === 1 && pattern.parts.some(hasChoice));

interface Requested {
  readonly isAnchored: boolean;
  readonly flags: string;
  readonly longest: number;
}

function isSlowPart(part: Pattern, { isAnchored, flags, longest }: Requested): boolean {
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

/** States that a character leads to. */
type Letter = ReadonlySet<number>;

/** Returns the characters that the pattern distinguishes, by the states they lead to. */
function lettersOf({ sources }: Automaton, flags: string): readonly Letter[] {
  const tests = new Map(sources.map((source) => [source, testOf(source, flags)]));
  const letters = new Map<string, Letter>();
  for (const character of probesOf(sources)) {
    const states = sources.flatMap((source, state) =>
      tests.get(source)?.(character) === true ? [state] : [],
    );
    letters.set(states.join(), new Set(states));
  }
  letters.delete('');
  return [...letters.values()];
}

/**
 * Returns characters that may distinguish the sources: common ones, those in the sources, and some of each
 * script.
 */
function probesOf(sources: readonly string[]): ReadonlySet<string> {
  const literal = sources.flatMap((source) => [...source.toLowerCase(), ...source.toUpperCase()]);
  const escaped = sources.flatMap((source) =>
    [...source.matchAll(CODE_POINT)].map(([, braced, four, two]) =>
      codePoint(Number.parseInt(braced ?? four ?? two ?? '', 16)),
    ),
  );
  const scripts = sources.some((source) => UNICODE.test(source)) ? SCRIPTS : [];
  return new Set([...PROBES, ...literal, ...escaped, ...scripts]);
}

/** Without the flag u, `\u{110000}` and above are repetitions. */
const codePoint = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');

/**
 * Creates a test for a source. Patterns of schema files use the flag u if possible, those of settings do not:
 * `\p{L}` is a class with it and literal text without.
 */
function testOf(source: string, flags: string): (character: string) => boolean {
  const own = flags.replaceAll(/[gyd]/g, '');
  const withU = `${own.replaceAll(/[uv]/g, '')}u`;
  const expressions = [...new Set([own, withU, own.replaceAll(/[uv]/g, '')])].flatMap((tried) => {
    try {
      return [new RegExp(`^(?:${source})$`, tried)];
    } catch {
      return [];
    }
  });
  if (expressions.length === 0) return () => true;
  return (character) => expressions.some((expression) => expression.test(character));
}

/** Returns the texts to try: each letter repeated, and mixed ones. */
function wordsOf(letters: readonly Letter[], length: number): readonly (readonly Letter[])[] {
  const repeated = letters.map((letter) => Array.from({ length }, () => letter));
  // A fixed seed gives the same texts in every run.
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const mixed = Array.from({ length: letters.length < 2 ? 0 : MIXED }, () =>
    Array.from({ length }, () => letters[next() % letters.length] ?? new Set<number>()),
  );
  return [...repeated, ...mixed];
}

/** Returns the number of steps to try all ways to match a text, extrapolated to the longest one. */
function stepsOf({ next, first }: Automaton, word: readonly Letter[], longest: number): number {
  const [start] = word;
  let ways = new Map([...first].filter(([state]) => start?.has(state) === true));
  let [steps, middle, last] = [0, 1, 1];
  for (let read = 1; read <= word.length; read += 1) {
    last = [...ways.values()].reduce((all, one) => all + one, 0);
    if (read === word.length / 2) middle = last;
    steps += last;
    if (last === 0) return steps;
    if (steps > MOST_TRIED_STEPS) return Infinity;
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
 * Returns whether some text leads from a state back to itself in two ways, which doubles the number of ways
 * with each repetition. It is detected in pairs of states reached by the same text. A pair of different
 * states, or a double edge, forms a cycle with a pair of equal states.
 */
function isAmbiguous({ next, first }: Automaton, letters: readonly Letter[]): boolean {
  const starts = [...reachable(next, [...first.keys()])];
  const cycles = stronglyConnected(starts, (state) => [...(next[state]?.keys() ?? [])]);
  return cycles.some((states) => isAmbiguousCycle(new Set(states), next, letters));
}

/** Checks one cycle. Both states of a pair are in the cycle of the states they come from and lead back to. */
function isAmbiguousCycle(
  states: ReadonlySet<number>,
  next: Automaton['next'],
  letters: readonly Letter[],
): boolean {
  const followers = new Map(
    [...states].map((state) => [state, [...(next[state]?.keys() ?? [])].filter((one) => states.has(one))]),
  );
  const edges = [...followers.values()].reduce((all, { length }) => all + length, 0);
  if (edges === 0) return false;
  if (edges * edges > MOST_PAIRED_EDGES) return true;
  const count = next.length;
  const shared = new Map([...states].map((state) => [state, sharing(state, letters)]));
  const following = (pair: number): number[] => {
    const [left, right] = [Math.floor(pair / count), pair % count];
    return (followers.get(left) ?? []).flatMap((one) =>
      (followers.get(right) ?? []).flatMap((other) =>
        shared.get(one)?.has(other) === true ? [one * count + other] : [],
      ),
    );
  };
  const starts = [...states].map((state) => state * count + state);
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

/** Returns the states that share a character with `state`. */
const sharing = (state: number, letters: readonly Letter[]): ReadonlySet<number> =>
  new Set(letters.filter((letter) => letter.has(state)).flatMap((letter) => [...letter]));

function reachable(next: Automaton['next'], from: readonly number[]): ReadonlySet<number> {
  const seen = new Set(from);
  for (const state of seen) for (const target of next[state]?.keys() ?? []) seen.add(target);
  return seen;
}
