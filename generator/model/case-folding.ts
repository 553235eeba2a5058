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
export type Range = readonly [number, number];

/** The ranges that hold every spelling of what one of the characters from `first` to `last` is. */
export function foldRange([first, last]: Range): readonly Range[] {
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
