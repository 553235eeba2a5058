import type { AskedParameters, AskedValue } from '../../kernel/contract/asked.js';

/**
 * Parameters for the list of a Collection component (components.md section 7.2): its page size, then its default parameters,
 * then those of the request, which override both, even with an empty value.
 */
export function collectionParameters(input: {
  readonly perPage: unknown;
  readonly defaults: unknown;
  readonly asked: AskedParameters;
  readonly sizeParameter: string;
}): AskedParameters {
  const { perPage, asked, sizeParameter } = input;
  const size = typeof perPage === 'number' ? { [sizeParameter]: String(perPage) } : {};
  return Object.assign(Object.create(null), readDefaults(input.defaults), size, asked) as AskedParameters; // parameters have no prototype
}

/** Keys are spelled as in an address (`order[createdAt]`), or objects nested as they are parsed. */
function readDefaults(defaults: unknown): Record<string, AskedValue> {
  const root: Record<string, AskedValue> = Object.create(null) as Record<string, AskedValue>; // no prototype
  if (typeof defaults !== 'object' || defaults === null || Array.isArray(defaults)) return root;
  for (const [key, raw] of Object.entries(defaults)) {
    const value = toAskedValue(raw);
    const [name = key, ...path] = keyPath(key);
    if (value !== undefined) root[name] = place(root[name], path, value);
  }
  return root;
}

function keyPath(key: string): readonly string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
}

/** `current` with `value` at a path of members; an empty member appends to a list (`isTemplate[]`). */
function place(current: AskedValue | undefined, path: readonly string[], value: AskedValue): AskedValue {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  if (member === '') {
    const list: readonly AskedValue[] = Array.isArray(current) ? current : [];
    return [...list, ...(Array.isArray(value) ? (value as readonly AskedValue[]) : [value])];
  }
  const isMap = typeof current === 'object' && !Array.isArray(current);
  const members = isMap ? (current as AskedParameters) : {}; // lists and texts were ruled out
  return { ...members, [member]: place(members[member], rest, value) };
}

function toAskedValue(raw: unknown): AskedValue | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (Array.isArray(raw)) return raw.flatMap((entry) => toAskedValue(entry) ?? []);
  if (typeof raw !== 'object' || raw === null) return undefined;
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, entry]) => {
      const value = toAskedValue(entry);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
