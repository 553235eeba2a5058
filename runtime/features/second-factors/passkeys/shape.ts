import type { JsonValue } from '../../../kernel/contract/json.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

/** Ways to reach an authenticator that browsers know; others are not kept. */
export const TRANSPORTS: ReadonlySet<string> = new Set([
  ...['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'],
]);

/** Longer than what authenticators answer, attestation included. */
const LONGEST = 20_000;
/** The 1023 bytes of WebAuthn in base64url. */
const LONGEST_ID = 1364;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

const isText = (value: JsonValue | undefined, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && BASE64URL.test(value);

/** Whether a value looks like the JSON of a credential whose answer has these members, of sizes that are worth decoding. */
export function hasShape(credential: JsonValue | undefined, members: readonly string[]): boolean {
  if (!isJsonObject(credential) || !isText(credential.id, LONGEST_ID)) return false;
  const { response } = credential;
  return isJsonObject(response) && members.every((name) => isText(response[name], LONGEST));
}

/** The id by which a passkey is looked up; undefined for what is none. */
export const credentialIdOf = (credential: JsonValue | undefined): string | undefined =>
  isJsonObject(credential) && isText(credential.id, LONGEST_ID) ? credential.id : undefined;

/** Whether a passkey that says whose it is names this user; passkeys of a site say so, and must not lie. */
export function namesUser(credential: JsonValue | undefined, userId: string): boolean {
  const response = isJsonObject(credential) ? credential.response : undefined;
  const handle = isJsonObject(response) ? response.userHandle : undefined;
  return handle == null || handle === '' || handle === Buffer.from(userId).toString('base64url');
}
