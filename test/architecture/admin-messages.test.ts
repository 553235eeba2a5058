import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../admin-app/src/i18n/en.js';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Messages {
  readonly [key: string]: string | Messages;
}

const keysOf = (messages: Messages, prefix = ''): readonly string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

const GROUPS = Object.keys(ENGLISH).join('|');
/** Literals that are message keys, such as `admin.state.label`, and templates such as `admin.state.${state}`. */
const KEY = new RegExp(`(['"\`])((?:${GROUPS})\\.[\\w.-]*)(\\$\\{[^}]*\\})?\\1`, 'g');

/** Keys that the sources of the admin use. A template uses every key with its prefix. */
function usedKeys(): readonly { readonly key: string; readonly isPrefix: boolean }[] {
  const files = sourceFiles('admin-app').filter((path) => !path.startsWith('admin-app/src/i18n/'));
  return files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(KEY)].map(([, , key = '', variable]) => ({
      key,
      isPrefix: variable !== undefined,
    })),
  );
}

describe('messages of the admin', () => {
  const keys = keysOf(ENGLISH);
  const used = usedKeys();
  const isUse = (of: string) => (one: { readonly key: string; readonly isPrefix: boolean }) =>
    one.isPrefix ? of.startsWith(one.key) : of === one.key;

  test('exist for every key in the sources', () => {
    const missing = used.filter((one) => !keys.some((key) => isUse(key)(one)));
    expect(missing.map(({ key }) => key)).toEqual([]);
  });

  test('are all used', () => {
    expect(keys.filter((key) => !used.some(isUse(key)))).toEqual([]);
  });
});
