/** Kinds of rows on a filled site, which are a part of their ids. */
export type ContentKind =
  | 'layout'
  | 'route'
  | 'page'
  | 'group'
  | 'text'
  | 'position'
  | 'link'
  | 'linkPosition'
  | 'nestedGroup'
  | 'nestedText'
  | 'nestedPosition';

const KINDS: readonly ContentKind[] = [
  ...(['layout', 'route', 'page', 'group', 'text', 'position'] as const),
  ...(['link', 'linkPosition'] as const),
  ...(['nestedGroup', 'nestedText', 'nestedPosition'] as const),
];
/** Knuth's multiplicative hash. Like random ids, consecutive ids are far apart in an index. */
const SCATTER = 2_654_435_761;
const MASK = 0xffff_ffff;

/** Id of the `number`th row of a kind. */
export function idOf(kind: ContentKind, number: number): string {
  const scattered = BigInt.asUintN(32, BigInt(number) * BigInt(SCATTER));
  return `${scattered.toString(16).padStart(8, '0')}${tailOf(kind)}${number.toString(16).padStart(12, '0')}`;
}

/** Returns the same for a number from an SQL expression, a big integer. */
export function sqlIdOf(dialect: 'postgres' | 'sqlite', kind: ContentKind, number: string): string {
  const scattered = `((${number}) * ${SCATTER}) & ${MASK}`;
  return dialect === 'postgres'
    ? `cast(lpad(to_hex(${scattered}), 8, '0') || '${tailOf(kind)}' || lpad(to_hex(${number}), 12, '0') as uuid)`
    : `printf('%08x${tailOf(kind)}%012x', ${scattered}, ${number})`;
}

function tailOf(kind: ContentKind): string {
  return `-0000-4000-8${KINDS.indexOf(kind).toString(16).padStart(3, '0')}-`;
}
