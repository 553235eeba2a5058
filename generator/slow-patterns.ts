import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type { ApiModel, SourceModel } from './model/types.js';

/** Patterns that take exponentially long to refuse some texts, by the file that they stand in. */
export function describeSlowPatterns({ resources, embedded, user, forms }: ApiModel): readonly string[] {
  const sources: readonly SourceModel[] = [
    ...resources,
    ...embedded,
    ...(user === undefined ? [] : [user]),
    ...forms,
  ];
  return sources.flatMap((source) => {
    const patterns = new Set<string>();
    collectPatterns(source, patterns);
    return [...patterns]
      .filter(isSlow)
      .map(
        (pattern) =>
          `${source.sourceFile}: the pattern ${JSON.stringify(pattern)} may take exponentially long to refuse a text, because its ` +
          'repeated group reads the same text in several ways. Let each text be read in one way: "^a+$" for "^(a+)+$".',
      );
  });
}

/** Rules stand at members, inside their values, in shapes and in other rules. */
function collectPatterns(part: object, patterns: Set<string>): void {
  if ('constraint' in part && part.constraint === 'Regex' && 'options' in part) {
    const { pattern } = part.options as { readonly pattern?: JsonValue };
    if (typeof pattern === 'string') patterns.add(pattern);
  }
  for (const inner of Object.values(part) as unknown[])
    if (typeof inner === 'object' && inner !== null) collectPatterns(inner, patterns);
}

const PROBES: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', 'é', 'я', '中'],
];

/** Characters in one turn of a group. */
const TURNS = [1, 2, 3];

/**
 * Whether a group that repeats without a limit can read a text in two ways: as one turn or as two of them, or by two of its
 * alternatives. Every further character doubles the ways then. Never true of a pattern without such a group.
 */
export function isSlow(pattern: string): boolean {
  const [, body = pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  const reads = (source: string): ((text: string) => boolean) => {
    try {
      const expression = new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''));
      return (text) => expression.test(text);
    } catch {
      // A part by itself, such as one that names a group outside of it.
      return () => false;
    }
  };
  return repeatedGroups(body).some((branches) => {
    const whole = reads(branches.join('|'));
    const each = branches.map(reads);
    return PROBES.some(
      (text) =>
        each.filter((reader) => reader(text)).length > 1 ||
        TURNS.some((length) => {
          const turn = text.repeat(length);
          return whole(turn) && whole(turn + turn);
        }),
    );
  });
}

interface OpenGroup {
  readonly start: number;
  readonly bars: number[];
}

/** The alternatives of each group that is followed by `*`, `+` or `{n,}`. */
function repeatedGroups(body: string): readonly (readonly string[])[] {
  const open: OpenGroup[] = [];
  const found: string[][] = [];
  for (const token of body.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[)|]/gs)) {
    const [text] = token;
    if (text.startsWith('(')) open.push({ start: token.index + text.length, bars: [] });
    else if (text === '|') open.at(-1)?.bars.push(token.index);
    else if (text === ')') {
      const group = open.pop();
      if (group === undefined || !/^(?:[*+]|\{\d+,\})/.test(body.slice(token.index + 1))) continue;
      const starts = [group.start, ...group.bars.map((bar) => bar + 1)];
      const ends = [...group.bars, token.index];
      found.push(starts.map((start, index) => body.slice(start, ends[index])));
    }
  }
  return found;
}
