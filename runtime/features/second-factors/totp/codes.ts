import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator app knows: SHA-1, 30 seconds, six digits. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps by which the clock of a phone may differ, each way. */
const TOLERANCE = 1;
/** As long as the hash, as RFC 4226 section 4 asks. */
const SECRET_BYTES = 20;

/** The letters of RFC 4648 section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const createSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS);

/** The code of a step: RFC 4226 section 5.3. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step that a code belongs to, among those near a moment and behind the last accepted one: no code counts twice (RFC 6238
 * section 5.2). Every step is compared, each in constant time.
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

/** The address that authenticator apps read from a picture. */
export function otpauthUri(
  secret: Buffer,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  // A colon divides the two; apps take no plus sign for a space.
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
