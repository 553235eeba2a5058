import { describe, expect, test } from 'vitest';
import { withProjectCode } from '../../../../runtime/project/project-code.js';
import { ConfigError } from '../../../../runtime/kernel/errors/config-error.js';
import type { Extensions } from '../../../../runtime/kernel/contract/features/extensions.js';
import type { ValidationContext } from '../../../../runtime/kernel/contract/records/validation.js';
import { callback } from '../../../../runtime/kernel/validation/constraints/index.js';
import { createViolationList } from '../../../../runtime/kernel/validation/violation-list.js';
import { manifest } from '../../../golden/project-code/expected/manifest.js';

const ADVICE = (kind: string): string => `register it in "extensions.${kind}s" of cms.config.ts`;
const unknown = (key: string, kind: string, name: string) => ({
  key,
  problem: `uses the ${kind} "${name}", which is not registered`,
  advice: ADVICE(kind),
});

describe('functions named in schema files', () => {
  test('prevent the start if they are not registered, and are reported together', () => {
    const extensions: Extensions = { resolvers: { score: () => 1 }, constraints: { distinct() {} } };
    const attempt = (): unknown => withProjectCode(manifest, extensions);
    expect(attempt).toThrow(ConfigError);
    try {
      attempt();
    } catch (error) {
      expect((error as ConfigError).problems).toEqual([
        unknown('Teaser.wordCount', 'resolver', 'wordCount'),
        unknown('Teaser.headline', 'constraint', 'polite'),
        unknown('Teaser', 'constraint', 'polite'),
        unknown('Teaser', 'constraint', 'complete'),
        unknown('User.nickname', 'constraint', 'polite'),
      ]);
    }
  });

  test('are never looked up in the prototype of objects', () => {
    const teaser = { ...manifest.resources[0]!, callbacks: [{ name: 'toString' }], fields: [] };
    const only = { ...manifest, resources: [teaser] };
    delete (only as { user?: unknown }).user;
    expect(() => withProjectCode(only, {})).toThrow('toString');
  });
});

describe('a custom constraint of the project', () => {
  test('that is asynchronous is refused, and its rejection does not end the process', async () => {
    const context: ValidationContext = {
      groups: new Set(['Default']),
      now: new Date(),
      violations: createViolationList(),
      user: null,
      isGranted: () => false,
      callbacks: { constraints: { later: () => Promise.reject(new Error('late')) as never }, object: {} },
    };
    expect(() =>
      callback({ violations: context.violations, path: 'a', value: 1 }, context, { name: 'later' }),
    ).toThrow('not async');
    await new Promise((resolve) => setImmediate(resolve));
  });
});
