import { badRequest } from '../../../kernel/errors/catalog.js';
import type { SubmittedFile } from '../model/submitted-file.js';
import type { SubmittedValue, SubmittedValues } from '../engine/compiled-form.js';

export interface NamedValue {
  /** Full name of a field: `contact[children][0][name]`, `contact[tags][]`. */
  readonly name: string;
  readonly value: string | SubmittedFile | null;
}

/** Maximum length of a name, more than any real form needs. */
const MAX_NAME_LENGTH = 1000;
/** Maximum depth, the same as for JSON bodies. */
const MAX_DEPTH = 64;

type Branch = Map<string, Branch | NamedValue['value']>;

/**
 * Converts values with full names to nested values as in a JSON body. `[]` and consecutive keys from 0 create lists.
 * The last value of a name counts.
 * @throws AppError 400 for names that are too long, too deep, or could modify a prototype.
 */
export function nestNames(values: readonly NamedValue[]): SubmittedValues {
  const root: Branch = new Map();
  for (const { name, value } of values) place(root, keysOf(name), value);
  return toObject(root);
}

/** Splits `a[b][c]` into `a`, `b` and `c`. Other names are a single key. */
function keysOf(name: string): readonly string[] {
  if (name.length > MAX_NAME_LENGTH) throw badRequest('The name of a part is too long.');
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  const keys = first === undefined || rest === undefined ? [name] : [first, ...rest.slice(1, -1).split('][')];
  if (keys.length > MAX_DEPTH) throw badRequest('The names of the parts are nested too deeply.');
  if (keys.includes('__proto__')) throw badRequest('The member name "__proto__" is not allowed.');
  return keys;
}

function place(root: Branch, keys: readonly string[], value: NamedValue['value']): void {
  let branch = root;
  keys.forEach((written, index) => {
    const key = written === '' && index > 0 ? String(branch.size) : written;
    if (index === keys.length - 1) {
      branch.set(key, value);
      return;
    }
    const next = branch.get(key);
    const child: Branch = next instanceof Map ? next : new Map();
    branch.set(key, child);
    branch = child;
  });
}

const toObject = (branch: Branch): SubmittedValues =>
  Object.fromEntries([...branch].map(([key, value]) => [key, toValue(value)]));

function toValue(value: Branch | NamedValue['value']): SubmittedValue {
  if (!(value instanceof Map)) return value;
  const isList = [...value.keys()].every((key, index) => key === String(index));
  return isList ? [...value.values()].map(toValue) : toObject(value);
}
