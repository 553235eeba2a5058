import { describe, expect, test } from 'vitest';
import { hashGroups } from '../../../../generator/schema/group-hashes.js';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';

function hashesOf(types: Readonly<Record<string, object>>, basis = ''): Readonly<Record<string, unknown>> {
  const files = Object.entries(types).map(([title, rest]) => ({
    path: `${title}.json`,
    text: JSON.stringify({ title, ...rest }),
  }));
  return Object.fromEntries(hashGroups(parseSchemas(files).sources, basis));
}

function changed(before: Readonly<Record<string, object>>, after: Readonly<Record<string, object>>) {
  const [earlier, later] = [hashesOf(before), hashesOf(after)];
  return Object.keys(later).filter((path) => earlier[path] !== later[path]);
}

const SITE = { Alpha: { a: 'Beta' }, Beta: {}, Gamma: { 'x-extends': 'Delta' }, Delta: {} };

describe('hashGroups', () => {
  test('a type changes with types that it references and types that reference it', () => {
    expect(changed(SITE, { ...SITE, Beta: { b: 1 } })).toEqual(['Alpha.json', 'Beta.json']);
    expect(changed(SITE, { ...SITE, Alpha: { a: 'Beta', b: 1 } })).toEqual(['Alpha.json', 'Beta.json']);
  });

  test('a type changes with its indirect references', () => {
    const site = { ...SITE, Beta: { b: 'Gamma' } };
    expect(changed(site, { ...site, Delta: { d: 1 } })).toHaveLength(4);
  });

  test('a type changes when a referenced type is added or removed', () => {
    const { Beta, ...without } = SITE;
    expect(changed(without, { ...without, Beta })).toContain('Alpha.json');
    expect(changed({ ...without, Beta }, without)).toContain('Alpha.json');
  });

  test('a title inside a longer text or after an escape is a reference', () => {
    const files = [
      { path: 'Alpha.json', text: String.raw`{ "title": "Alpha", "a": "\u0042eta.name" }` },
      { path: 'Beta.json', text: '{ "title": "Beta" }' },
    ];
    expect(new Set(hashGroups(parseSchemas(files).sources, '').values()).size).toBe(1);
  });

  test('every type changes with the common inputs', () => {
    expect(Object.values(hashesOf(SITE, 'one'))).not.toContain(hashesOf(SITE, 'two')['Alpha.json']);
  });
});
