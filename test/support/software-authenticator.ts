import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A software passkey: valid or forged responses of an authenticator and a browser. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Returns the result of `navigator.credentials.create` as JSON. */
  create(publicKey: Options, forged?: Forgery): Record<string, unknown>;
  /** Returns the result of `navigator.credentials.get` as JSON. */
  get(publicKey: Options, forged?: Forgery): Record<string, unknown>;
}

export interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Modifications by an attacker. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  /** Without user verification by PIN or fingerprint. */
  readonly isUnverified?: boolean;
  /** Signs with another key. */
  readonly isForeign?: boolean;
  readonly userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export function createSoftwareAuthenticator({ origin }: { readonly origin: string }): SoftwareAuthenticator {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, challenge: string, forged: Forgery): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, flags: number, forged: Forgery): Buffer {
    const count = Buffer.alloc(4);
    counter = forged.counter ?? counter + 1;
    count.writeUInt32BE(counter);
    const verified = forged.isUnverified === true ? 0 : VERIFIED;
    const hash = createHash('sha256')
      .update(forged.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([PRESENT | verified | flags]), count]);
  }

  return {
    credentialId,
    create({ challenge, rp, user }, forged = {}) {
      userHandle = user?.id ?? '';
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(rp?.id ?? '', ATTESTED, forged),
        Buffer.alloc(16),
        ...[length, id, coseKey(keys.publicKey)],
      ]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ]);
      return credentialOf(credentialId, {
        clientDataJSON: clientData('webauthn.create', challenge, forged).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'unheard-of'],
      });
    },
    get({ challenge, rpId = '' }, forged = {}) {
      const client = clientData('webauthn.get', challenge, forged);
      const data = authenticatorData(rpId, 0, forged);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const key = forged.isForeign === true ? foreign.privateKey : keys.privateKey;
      return credentialOf(credentialId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(key).toString('base64url'),
        userHandle: forged.userHandle ?? userHandle,
      });
    },
  };
}

const credentialOf = (id: string, response: Record<string, unknown>): Record<string, unknown> => ({
  ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' },
  clientExtensionResults: {},
  response,
});

/** CBOR of a public key for ES256: RFC 9053 section 7.1. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The first bytes of a CBOR item: RFC 8949 section 3. */
function head(type: number, length: number): Buffer {
  const kind = type << 5;
  if (length < 24) return Buffer.from([kind | length]);
  if (length < 256) return Buffer.from([kind | 24, length]);
  return Buffer.from([kind | 25, length >> 8, length & 255]);
}

const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
