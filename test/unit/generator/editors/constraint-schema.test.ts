import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { constraintSchema } from '../../../../generator/schema/constraint-schema.js';
import { OPTION_TEXTS } from '../../../../generator/schema/constraint-texts.js';
import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
} from '../../../../runtime/kernel/contract/schema/constraints.js';

const FILE = fileURLToPath(new URL('../../../../generator/schema/constraints.schema.json', import.meta.url));

describe('generator/schema/constraints.schema.json', () => {
  test('matches the constraint catalogue; `npm run editors` updates it', async () => {
    const text = await format(JSON.stringify(constraintSchema()), {
      ...(await resolveConfig(FILE)),
      filepath: FILE,
    });
    await expect(text).toMatchFileSnapshot(FILE);
  });

  test('describes every option, and only existing options', () => {
    const named = Object.entries(CONSTRAINTS).flatMap(([name, { options }]) =>
      options.map((option) => [name, option] as const),
    );
    const keys = named.flatMap(([name, option]) => [option, `${name}.${option}`]);
    const known = new Set([...keys, ...COMMON_CONSTRAINT_OPTIONS]);
    expect(Object.keys(OPTION_TEXTS).filter((key) => !known.has(key))).toEqual([]);
    const unexplained = named.filter(
      ([name, option]) =>
        !option.endsWith('Message') && !(option in OPTION_TEXTS || `${name}.${option}` in OPTION_TEXTS),
    );
    expect(unexplained).toEqual([]);
  });
});
