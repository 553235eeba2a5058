/** A regular expression, reduced to the parts that determine the number of ways to match a text. */
export type Pattern =
  /** Matches one character: its source, such as `[a-z]` or `\d`. */
  | { readonly kind: 'character'; readonly source: string }
  /** Matches nothing: an assertion or the empty pattern. `inner` is the pattern of a lookaround. */
  | { readonly kind: 'nothing'; readonly inner?: Pattern }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

const ESCAPE =
  /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[\s\S])/i;
const SET = /^\[(?:\\[\s\S]|[^\]\\])*\]/;
const GROUP = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;

const NOTHING: Pattern = { kind: 'nothing' };

/** Parses the body of a valid regular expression. */
export function parsePattern(source: string): Pattern {
  let rest = source;

  /** Consumes a match at the start of the rest. */
  function take(form: RegExp): RegExpExecArray | undefined {
    const found = form.exec(rest) ?? undefined;
    if (found !== undefined) rest = rest.slice(found[0].length);
    return found;
  }

  function choice(): Pattern {
    const parts = [sequence()];
    while (take(/^\|/) !== undefined) parts.push(sequence());
    return parts.length === 1 ? (parts[0] ?? NOTHING) : { kind: 'choice', parts };
  }

  function sequence(): Pattern {
    const parts: Pattern[] = [];
    while (rest !== '' && !/^[|)]/.test(rest)) parts.push(quantified(atom()));
    return { kind: 'sequence', parts };
  }

  function atom(): Pattern {
    const group = take(GROUP)?.[0];
    if (group !== undefined) {
      const inner = choice();
      take(/^\)/);
      return /^\(\?<?[=!]$/.test(group) ? { kind: 'nothing', inner } : inner;
    }
    if (take(/^[\^$]/) !== undefined) return NOTHING;
    const escape = take(ESCAPE)?.[0];
    if (escape !== undefined) return escaped(escape);
    return { kind: 'character', source: (take(SET) ?? take(/^[\s\S]/u))?.[0] ?? '' };
  }

  function quantified(part: Pattern): Pattern {
    const found = take(QUANTIFIER);
    if (found === undefined) return part;
    const [text, least, comma, most] = found;
    if (text.startsWith('*')) return { kind: 'repeat', part, least: 0, most: Infinity };
    if (text.startsWith('+')) return { kind: 'repeat', part, least: 1, most: Infinity };
    if (text.startsWith('?')) return { kind: 'repeat', part, least: 0, most: 1 };
    const end = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: end };
  }

  const parsed: Pattern[] = [];
  while (rest !== '') {
    parsed.push(choice());
    take(/^\)/); // A valid expression has no unbalanced parenthesis left.
  }
  return { kind: 'sequence', parts: parsed };
}

function escaped(escape: string): Pattern {
  if (/^\\[bB]$/.test(escape)) return NOTHING;
  // A backreference may match any text.
  if (/^\\(?:k<|[1-9])/.test(escape))
    return { kind: 'repeat', part: { kind: 'character', source: '[\\s\\S]' }, least: 0, most: Infinity };
  return { kind: 'character', source: escape };
}

/** Returns the patterns of lookarounds, which are matched separately. */
export function lookarounds(pattern: Pattern): readonly Pattern[] {
  switch (pattern.kind) {
    case 'character':
      return [];
    case 'nothing':
      return pattern.inner === undefined ? [] : [pattern.inner, ...lookarounds(pattern.inner)];
    case 'repeat':
      return lookarounds(pattern.part);
    case 'sequence':
    case 'choice':
      return pattern.parts.flatMap(lookarounds);
  }
}
