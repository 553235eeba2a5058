import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 30 seconds, six digits. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepted clock difference in steps, in each direction. */
const TOLERANCE = 1;
/** Length of the hash, as recommended by RFC 4226 section 4. */
const SECRET_BYTES = 20;

/** Base32 alphabet of RFC 4648 section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const createSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS);

/** Returns the code of a time step (RFC 4226 section 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Returns the time step of a code, among those near the current time and after the last accepted one. No code is
 * accepted twice (RFC 6238 section 5.2). Every step is compared in constant time.
 */
export function matchingStep(
  secret: Buffer,
  code: string,
  { at, last }: { readonly at: Date; readonly last: number },
): number | undefined {
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(at) - TOLERANCE; step <= stepAt(at) + TOLERANCE; step += 1) {
    const wanted = Buffer.from(codeOf(secret, step));
    const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (isSame && step > last) found ??= step;
  }
  return found;
}

export function toBase32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31] ?? '';
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (BASE32[(held << (5 - bits)) & 31] ?? '');
}

/** Returns the URI that authenticator apps read from a QR code. */
export function otpauthUri(
  secret: Buffer,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  // A colon separates issuer and account; apps do not decode a plus sign as a space.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':');
  const parameters = Object.entries({
    secret: toBase32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  return `otpauth://totp/${label}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
