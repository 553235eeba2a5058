import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '../../../../../runtime/features/accounts/password-rules.js';
import { printCommonPasswords, readCommonPasswords } from '../../../../support/common-passwords.js';

/** `npm run common-passwords` writes this file. */
test('common-passwords.ts contains the long ones of the 10,000 most common passwords', async () => {
  const path = fileURLToPath(
    new URL('../../../../../runtime/features/accounts/common-passwords.ts', import.meta.url),
  );
  await expect(await printCommonPasswords()).toMatchFileSnapshot(path);
});

describe('isCommonPassword', () => {
  test('finds every long password of the list, in any case', async () => {
    for (const password of await readCommonPasswords())
      if (password.length >= 8) {
        expect(await isCommonPassword(password), password).toBe(true);
        expect(await isCommonPassword(password.toUpperCase()), password).toBe(true);
      }
  });

  test('compares normalized texts', async () => {
    expect(await isCommonPassword('ｓｕｎｓｈｉｎｅ')).toBe(true);
    expect(await isCommonPassword('Passw0rd')).toBe(true);
  });

  test('accepts a password that contains a common one', async () => {
    expect(await isCommonPassword('sunshine over the harbour')).toBe(false);
    expect(await isCommonPassword(' sunshine')).toBe(false);
    expect(await isCommonPassword('')).toBe(false);
  });
});
