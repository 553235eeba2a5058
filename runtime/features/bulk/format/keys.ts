import { createHash } from 'node:crypto';
import { isUuid } from '../../../kernel/util/is-uuid.js';

/** Namespace for ids derived from keys of other systems: an arbitrary UUID that must never change. */
const NAME_SPACE = Buffer.from('5b3f0e0a6d0f4f6e9c1d2a7b8c9d0e1f', 'hex');

/**
 * Returns the record id for a key. A UUID is used as it is. Other keys are combined with the source name into a UUID of
 * version 5 (RFC 9562). A key therefore has the same id every time and in every database.
 */
export function idOf(key: string, source: string | undefined): string | undefined {
  if (isUuid(key)) return key.toLowerCase();
  return source === undefined ? undefined : namedId(`${source}\0${key}`);
}

function namedId(name: string): string {
  const bytes = createHash('sha1').update(NAME_SPACE).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
