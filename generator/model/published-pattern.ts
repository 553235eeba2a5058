/**
 * The `pattern` of a client schema, which has no flags and is read in Unicode mode: the same rule as that of a schema file
 * (`"^[a-z]+$"` or `"/^[a-z]+$/i"`). Undefined where no pattern says the same; the API still checks the rule then.
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

/** The kinds of pieces of a pattern, tried in this order. */
const PIECE = new RegExp(
  [
    String.raw`(?<class>\[(?:\\[^]|[^\]\\])*\])`,
    // Beginnings of groups, whose names are no characters to match.
    String.raw`(?<syntax>\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}|[()|^$*+?]|\\[bB])`,
    String.raw`(?<set>\\[dDwWsS])`,
    String.raw`(?<any>\.)`,
    String.raw`(?<character>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|0(?!\d)|[^1-9kpPxucdDwWsSbB0])|[^\\])`,
  ].join('|'),
  'ys',
);

type Piece = Readonly<Partial<Record<'class' | 'syntax' | 'set' | 'any' | 'character', string>>>;

/** Undefined when something is in it that has no fixed meaning without its flags, such as a back reference. */
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

/** A class from its opening to its closing bracket. */
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

/** The character that a literal or an escape stands for. */
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

/** A hyphen is a literal outside classes too, but may be escaped in classes alone, so its code is written. */
function printUnit(unit: number): string {
  const character = String.fromCharCode(unit);
  if (/[A-Za-z0-9 _,;:!@#%&='"<>~`]/.test(character)) return character;
  if (character !== '-' && SYNTAX.test(character)) return `\\${character}`;
  const isPrinted = unit > 0xa0 && unit < 0xd800;
  return isPrinted ? character : `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Characters that a regular expression with the flag `i` and without `u` takes for the same one. */
type Groups = ReadonlyMap<string, readonly number[]>;

const UNITS = 0x10000;
const ASCII = 128;

let groups: Groups | undefined;

/** Folds case as ECMAScript does (Canonicalize): to the capital, when that is one code unit and both or neither are ASCII. */
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

/** First and last unit. */
type Range = readonly [number, number];

/** The ranges that hold every spelling of what one of the characters from `first` to `last` is. */
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
