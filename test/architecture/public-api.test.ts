import { describe, expect, test } from 'vitest';
import { exportedDeclarations } from '../support/exported-declarations.js';

const exported = exportedDeclarations('runtime/index.ts');

describe('exports of runtime/index.ts', () => {
  test('have a doc comment at their declaration', () => {
    expect(exported.length).toBeGreaterThan(150);
    const bare = exported.filter(({ description }) => (description?.length ?? 0) < 20);
    expect(bare.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });

  test('have doc comments with complete sentences', () => {
    const elliptical = /^(?:Of|Who|Whom|Whose|Those|That|For|As|With|In|By) /;
    const found = exported.filter(({ description = '' }) => elliptical.test(description));
    expect(found.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});
