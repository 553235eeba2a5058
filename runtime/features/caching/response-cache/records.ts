/** Parts of a stored response. */
export interface NewRecord {
  readonly hash: number;
  readonly key: string;
  readonly head: string;
  /** Latin-1, one character per byte. */
  readonly body: string;
}

/**
 * Layout of a record: five 32-bit numbers (hash of the key, lengths of key, head and body, and the requested flag),
 * followed by these three parts.
 */
const NUMBERS = 20;
const [HASH, KEY, HEAD, BODY, REQUESTED] = [0, 4, 8, 12, 16] as const;

export function bytesOfNew({ key, head, body }: NewRecord): number {
  return NUMBERS + Buffer.byteLength(key) + Buffer.byteLength(head) + body.length;
}

/** Returns the size in bytes of the record at this offset. */
export const bytesOf = (memory: Buffer, at: number): number =>
  bodyAt(memory, at) - at + numberAt(memory, at + BODY);

export const hashAt = (memory: Buffer, at: number): number => numberAt(memory, at + HASH);

/** Returns whether the record was requested since it was written or last spared. */
export const isRequested = (memory: Buffer, at: number): boolean => numberAt(memory, at + REQUESTED) === 1;

export function setRequested(memory: Buffer, at: number, requested: boolean): void {
  memory.writeUInt32LE(Number(requested), at + REQUESTED);
}

export function writeRecord(memory: Buffer, at: number, { hash, key, head, body }: NewRecord): void {
  const keyBytes = memory.write(key, at + NUMBERS);
  const headBytes = memory.write(head, at + NUMBERS + keyBytes);
  memory.write(body, at + NUMBERS + keyBytes + headBytes, 'latin1');
  const numbers = [hash, keyBytes, headBytes, body.length, 0];
  numbers.forEach((number, index) => memory.writeUInt32LE(number, at + 4 * index));
}

export const keyAt = (memory: Buffer, at: number): string =>
  memory.toString('utf8', at + NUMBERS, headAt(memory, at));

export const readHead = (memory: Buffer, at: number): string =>
  memory.toString('utf8', headAt(memory, at), bodyAt(memory, at));

export const readBody = (memory: Buffer, at: number): string =>
  memory.toString('latin1', bodyAt(memory, at), at + bytesOf(memory, at));

const numberAt = (memory: Buffer, at: number): number => memory.readUInt32LE(at);
const headAt = (memory: Buffer, at: number): number => at + NUMBERS + numberAt(memory, at + KEY);
const bodyAt = (memory: Buffer, at: number): number => headAt(memory, at) + numberAt(memory, at + HEAD);
