import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  createSecret,
  readSecret,
  signedHeaders,
} from '../../../../../runtime/features/webhooks/delivery/signature.js';

const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

describe('a signature', () => {
  test('of any body can be verified by receivers, with each of the secrets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(secrets, { minLength: 1, maxLength: 2 }), (value, given) => {
        const body = JSON.stringify(value);
        const keys = given.flatMap((secret) => readSecret(secret) ?? []);
        const headers = signedHeaders({ id: 'one', sentAt: new Date(), body }, keys);
        for (const secret of given)
          expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow();
        expect(() => new Webhook(given[0]!).verify(`${body} `, headers)).toThrow();
      }),
    );
  });
});

describe('a secret', () => {
  test.each([
    ['', undefined],
    ['whsec_', undefined],
    [`whsec_${Buffer.alloc(23).toString('base64')}`, undefined],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, undefined],
    [`whsec_${Buffer.alloc(24).toString('base64')}!`, undefined],
    [Buffer.alloc(32).toString('base64'), undefined],
    [`whsec_${Buffer.alloc(24).toString('base64')}`, 24],
    [`whsec_${Buffer.alloc(64).toString('base64')}`, 64],
  ])('%s has this number of bytes: %s', (text, bytes) => {
    expect(readSecret(text)?.length).toBe(bytes);
  });
});
