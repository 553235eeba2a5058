import type { ConfigProblem } from '../contract/config-problem.js';
import { closest } from '../util/text/suggest.js';
import type { ConfigSchema, DriftItem } from './apply-schema.js';

/** Returns problem and advice for a schema violation in a file. */
export function describeDriftItem(driftItem: DriftItem): ConfigProblem {
  const { path, schema } = driftItem;
  const key = ('key' in driftItem ? [...path, driftItem.key] : path).join('.');
  switch (driftItem.kind) {
    case 'missing':
      return { key, problem: 'must be configured', advice: describeProperty(schema, driftItem.key) };
    case 'unknown':
      return { key, problem: 'is not a supported key', advice: suggest(driftItem.key, schema) };
    case 'enum': {
      const advice = `use one of ${(schema.enum ?? []).join(', ')}`;
      return { key, problem: `cannot be ${given(driftItem.value)}`, advice };
    }
    case 'empty':
      return { key, problem: `must not be empty, but is ${given(driftItem.value)}`, advice: 'add a value' };
    case 'type':
    case 'range':
    case 'pattern': {
      const advice = `it ${driftItem.kind === 'type' ? `must be ${describeTypes(schema)}` : driftItem.rule}`;
      return { key: key || 'cms.config', problem: `is ${given(driftItem.value)}`, advice };
    }
  }
}

/** Describes the types, such as `object (cron, time_zone) or boolean`. */
function describeTypes({ type = [], properties = {} }: ConfigSchema): string {
  const keys = Object.keys(properties).join(', ');
  return [type]
    .flat()
    .map((name) => (name === 'object' && keys !== '' ? `object (${keys})` : name))
    .join(' or ');
}

function given(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}

function describeProperty({ properties = {} }: ConfigSchema, name: string): string {
  const description = properties[name]?.description ?? '';
  return description === '' ? 'add it' : `add it (${description.replace(/\.$/, '')})`;
}

function suggest(name: string, { properties = {} }: ConfigSchema): string {
  const known = Object.keys(properties);
  const nearest = closest(name, known);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  return known.length === 0 ? 'remove it' : `use one of ${known.join(', ')}`;
}
