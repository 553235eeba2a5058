import type { ImportPlan } from './plan/planned.js';
import type { Missing } from './store/delete-missing.js';

const NUMBERS = new Intl.NumberFormat('en');

/** Describes the effects of an import, one line per type. */
export function describePlan({ counts }: ImportPlan, missing: Missing): readonly string[] {
  const deleted = new Map<string, number>();
  for (const { type } of missing) deleted.set(type, (deleted.get(type) ?? 0) + 1);
  const types = [...new Set([...counts.keys(), ...deleted.keys()])].sort();
  return types.map((type) => {
    const { created = 0, changed = 0, untouched = 0 } = counts.get(type) ?? {};
    const gone = deleted.get(type);
    const parts = [`${n(created)} created`, `${n(changed)} changed`, `${n(untouched)} untouched`];
    return `${type}: ${[...parts, ...(gone === undefined ? [] : [`${n(gone)} deleted`])].join(', ')}`;
  });
}

export function describeDone({ counts }: ImportPlan, missing: Missing): string {
  const sum = { created: 0, changed: 0, untouched: 0 };
  for (const each of counts.values())
    for (const fate of ['created', 'changed', 'untouched'] as const) sum[fate] += each[fate];
  const deleted = missing.length === 0 ? '' : `, deleted ${n(missing.length)}`;
  return `Imported: created ${n(sum.created)}, changed ${n(sum.changed)}, left ${n(sum.untouched)} untouched${deleted}.`;
}

const n = (count: number): string => NUMBERS.format(count);
