import type { JsonValue } from '../../../kernel/contract/json.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

/** Transports that browsers support; others are not stored. */
export const TRANSPORTS: ReadonlySet<string> = new Set([
  ...['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'],
]);

/** Maximum length of a field: more than authenticators send, including attestation. */
const LONGEST = 20_000;
/** Maximum length of an id: 1023 bytes (WebAuthn) in base64url. */
const LONGEST_ID = 1364;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

const isText = (value: JsonValue | undefined, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && BASE64URL.test(value);

/** Returns whether a value has the shape of a credential whose response has these fields, within the size limits. */
export function hasShape(credential: JsonValue | undefined, members: readonly string[]): boolean {
  if (!isJsonObject(credential) || !isText(credential.id, LONGEST_ID)) return false;
  const { response } = credential;
  return isJsonObject(response) && members.every((name) => isText(response[name], LONGEST));
}

/** Returns the id of a passkey's response, or undefined if it is invalid. */
export const credentialIdOf = (credential: JsonValue | undefined): string | undefined =>
  isJsonObject(credential) && isText(credential.id, LONGEST_ID) ? credential.id : undefined;

/**
 * Returns whether the user handle of a passkey's response, if present, is this user. Passkeys of a site contain it
 * and must not contradict.
 */
export function namesUser(credential: JsonValue | undefined, userId: string): boolean {
  const response = isJsonObject(credential) ? credential.response : undefined;
  const handle = isJsonObject(response) ? response.userHandle : undefined;
  return handle == null || handle === '' || handle === Buffer.from(userId).toString('base64url');
}
