import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeOf,
  createSecret,
  matchingStep,
  otpauthUri,
  stepAt,
  toBase32,
} from '../../../../../runtime/features/second-factors/totp/codes.js';
import { createSealedSecrets } from '../../../../../runtime/features/second-factors/totp/sealed-secrets.js';

/** The secret of the examples in RFC 4226 and RFC 6238. */
const SECRET = Buffer.from('12345678901234567890');

describe('codes', () => {
  test('equal those of RFC 4226, appendix D', () => {
    expect(Array.from({ length: 10 }, (_none, step) => codeOf(SECRET, step))).toEqual([
      ...['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'],
    ]);
  });

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s equal those of RFC 6238, appendix B: %s', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  test('are valid one step before and after, but not up to the last accepted one', () => {
    const steps = fc.integer({ min: 10, max: 1_000_000_000 });
    const near = fc.integer({ min: -4, max: 4 });
    fc.assert(
      fc.property(steps, near, near, (step, offset, last) => {
        const at = new Date(step * 30_000 + 17_000);
        const found = matchingStep(SECRET, codeOf(SECRET, step + offset), { at, last: step + last });
        // One of a million codes may be valid in another step as well.
        const right = [step - 1, step, step + 1].filter(
          (one) => one > step + last && codeOf(SECRET, one) === codeOf(SECRET, step + offset),
        );
        expect(found).toBe(right[0]);
      }),
    );
  });

  test('with another length or with letters are invalid', () => {
    const at = new Date(59_000);
    for (const code of ['', '28708', '2870822', '28708a', '２８７０８２', ' 287082'])
      expect(matchingStep(SECRET, code, { at, last: -1 })).toBeUndefined();
  });
});

describe('base32', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of "%s" equals that of RFC 4648 without padding: %s', (text, wanted) => {
    expect(toBase32(Buffer.from(text))).toBe(wanted);
  });

  test('has 32 letters for a secret', () => {
    expect(toBase32(createSecret())).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe('the URI of an authenticator app', () => {
  test('keeps names with reserved characters distinct', () => {
    const uri = otpauthUri(SECRET, { issuer: 'A: B & C', account: 'a:b+c@example.com' });
    expect(uri).toMatch(/^otpauth:\/\/totp\/A%20%20B%20%26%20C:a%20b%2Bc%40example\.com\?secret=/);
    expect(new URL(uri).searchParams.get('issuer')).toBe('A: B & C');
  });
});

describe('sealed secrets', () => {
  const key = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const signingKey = key();
  const secret = createSecret();
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

  test('can be opened only for the user for whom they were sealed', () => {
    const sealed = createSealedSecrets([], signingKey).seal(secret, 'one');
    const { open } = createSealedSecrets([], signingKey);
    expect(open(sealed, 'one')).toEqual({ secret, isOutdated: false });
    expect(open(sealed, 'other')).toBeUndefined();
    expect(sealed.length).toBeLessThan(255);
  });

  test('can be opened with configured previous keys, and are reported as outdated', () => {
    const byKey = createSealedSecrets([], signingKey).seal(secret, 'one');
    expect(createSealedSecrets([first], signingKey).open(byKey, 'one')).toEqual({ secret, isOutdated: true });
    const byFirst = createSealedSecrets([first], signingKey).seal(secret, 'one');
    const other = key();
    expect(createSealedSecrets([second, first], other).open(byFirst, 'one')).toEqual({
      secret,
      isOutdated: true,
    });
    expect(createSealedSecrets([second], other).open(byFirst, 'one')).toBeUndefined();
    expect(createSealedSecrets([second], other).open(byKey, 'one')).toBeUndefined();
  });

  test('that were modified cannot be opened', () => {
    const secrets = createSealedSecrets([first], signingKey);
    const sealed = secrets.seal(secret, 'one');
    const [id = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(secrets.open(`${id}.${changed.toString('base64url')}`, 'one')).toBeUndefined();
    }
    for (const broken of ['', '.', id, `${id}.`, `${id}.AAAA`, sealed.slice(0, -4), 'AAAAAAAA.AAAA'])
      expect(secrets.open(broken, 'one')).toBeUndefined();
  });

  test('differ each time', () => {
    const secrets = createSealedSecrets([first], signingKey);
    const texts = Array.from({ length: 50 }, () => secrets.seal(secret, 'one'));
    expect(new Set(texts.map((text) => createHash('sha256').update(text).digest('hex'))).size).toBe(50);
  });
});
