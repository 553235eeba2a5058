/**
 * Converts a pattern of a schema file (`"^[a-z]+$"` or `"/^[a-z]+$/i"`) to a `pattern` of a client schema, which has no
 * flags and uses Unicode mode. Returns undefined if no equivalent pattern exists. The API checks the rule in any case.
 */
export function publishedPattern(source: string): string | undefined {
  const delimited = /^\/(.*)\/([a-z]*)$/s.exec(source);
  if (delimited === null && compiles(source)) return source;
  const [, body = source, flags = ''] = delimited ?? [];
  if (/[mv]/.test(flags) || (flags.includes('i') && flags.includes('u'))) return undefined;
  const isUnicode = flags.includes('u');
  if (isUnicode && !flags.includes('s')) return compiles(body) ? body : undefined;
  const pieces = splitPattern(body);
  const written = pieces?.map((piece) => printPiece(piece, flags));
  if (written === undefined || written.includes(undefined)) return undefined;
  const pattern = written.join('');
  return compiles(pattern) ? pattern : undefined;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Kinds of pattern tokens, in order of precedence. */
const PIECE = new RegExp(
  [
    String.raw`(?<class>\[(?:\\[^]|[^\]\\])*\])`,
    // Starts of groups. The characters of group names are not matched.
    String.raw`(?<syntax>\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}|[()|^$*+?]|\\[bB])`,
    String.raw`(?<set>\\[dDwWsS])`,
    String.raw`(?<any>\.)`,
    String.raw`(?<character>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|0(?!\d)|[^1-9kpPxucdDwWsSbB0])|[^\\])`,
  ].join('|'),
  'ys',
);

type Piece = Readonly<Partial<Record<'class' | 'syntax' | 'set' | 'any' | 'character', string>>>;

/** Returns undefined if a token has no fixed meaning without its flags, such as a back reference. */
function splitPattern(body: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < body.length) {
    const found = PIECE.exec(body)?.groups;
    if (found === undefined) return undefined;
    pieces.push(found);
  }
  return pieces;
}

function printPiece(piece: Piece, flags: string): string | undefined {
  if (piece.any !== undefined) return flags.includes('s') ? String.raw`[\s\S]` : '.';
  if (piece.class !== undefined) return printClass(piece.class, flags);
  if (piece.character === undefined) return piece.syntax ?? piece.set;
  const unit = unitOf(piece.character);
  const ranges = spellings([unit, unit], flags);
  const printed = ranges.map(printRange).join('');
  return ranges.length === 1 ? printed : `[${printed}]`;
}

/** Prints a character class, brackets included. */
function printClass(text: string, flags: string): string | undefined {
  const isNegated = text.startsWith('[^');
  const inner = text.slice(isNegated ? 2 : 1, -1);
  const entry = String.raw`\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|0(?!\d)|[^1-9kpPxucdDwWsSB0])|[^\\]`;
  const step = new RegExp(String.raw`(\\[dDwWsS])|(${entry})(?:-(${entry}))?`, 'ys');
  const printed: string[] = [];
  while (step.lastIndex < inner.length) {
    const found = step.exec(inner);
    if (found === null) return undefined;
    const [, set, first = '', last = first] = found;
    if (set !== undefined) printed.push(set);
    else printed.push(...spellings([unitOf(first, true), unitOf(last, true)], flags).map(printRange));
  }
  return `[${isNegated ? '^' : ''}${printed.join('')}]`;
}

function spellings(range: Range, flags: string): readonly Range[] {
  return flags.includes('i') ? foldRange(range) : [range];
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };
const BACKSPACE = 8;

/** Returns the code unit of a literal or escape. */
function unitOf(character: string, isInClass = false): number {
  const escaped = /^\\(.)(.*)$/s.exec(character);
  if (escaped === null) return character.charCodeAt(0);
  const [, kind = '', code = ''] = escaped;
  if ((kind === 'x' || kind === 'u') && code !== '') return parseInt(code, 16);
  if (kind === 'c') return code.charCodeAt(0) % 32;
  if (isInClass && kind === 'b') return BACKSPACE;
  return CONTROLS[kind] ?? kind.charCodeAt(0);
}

function printRange([first, last]: Range): string {
  if (first === last) return printUnit(first);
  return `${printUnit(first)}${last === first + 1 ? '' : '-'}${printUnit(last)}`;
}

const SYNTAX = /[\\^$.*+?()[\]{}|/-]/;

/** Prints a hyphen by its code: it is a literal outside classes, but can only be escaped inside classes. */
function printUnit(unit: number): string {
  const character = String.fromCharCode(unit);
  if (/[A-Za-z0-9 _,;:!@#%&='"<>~`]/.test(character)) return character;
  if (character !== '-' && SYNTAX.test(character)) return `\\${character}`;
  const isPrinted = unit > 0xa0 && unit < 0xd800;
  return isPrinted ? character : `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Characters that are equal with flag `i` and without `u`. */
type Groups = ReadonlyMap<string, readonly number[]>;

const UNITS = 0x10000;
const ASCII = 128;

let groups: Groups | undefined;

/**
 * Folds case like Canonicalize of ECMAScript: to upper case, if that is one code unit and both or neither are ASCII.
 */
function canonical(unit: number): string {
  const character = String.fromCharCode(unit);
  const capital = character.toUpperCase();
  const leavesAscii = unit >= ASCII && capital.charCodeAt(0) < ASCII;
  return capital.length === 1 && !leavesAscii ? capital : character;
}

function groupsOfAll(): Groups {
  const found = new Map<string, number[]>();
  for (let unit = 0; unit < UNITS; unit += 1) {
    const key = canonical(unit);
    const group = found.get(key);
    if (group === undefined) found.set(key, [unit]);
    else group.push(unit);
  }
  return found;
}

/** First and last code unit. */
type Range = readonly [number, number];

/** Returns the ranges with every case variant of the characters from `first` to `last`. */
function foldRange([first, last]: Range): readonly Range[] {
  groups ??= groupsOfAll();
  const units = new Set<number>();
  for (let unit = first; unit <= last; unit += 1) {
    for (const other of groups.get(canonical(unit)) ?? []) units.add(other);
  }
  const ranges: [number, number][] = [];
  for (const unit of [...units].sort((one, other) => one - other)) {
    const open = ranges.at(-1);
    if (open?.[1] === unit - 1) open[1] = unit;
    else ranges.push([unit, unit]);
  }
  return ranges;
}
