import { drain } from '../../kernel/util/async/drain.js';

/** An entry of a tar file. */
export interface TarEntry {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly isFile: boolean;
  /** Can be read once, before the next entry; unread content is skipped. */
  readonly content: AsyncGenerator<Buffer>;
}

/** The data is not a valid tar file. */
export class BadTar extends Error {
  constructor(
    readonly reason: 'cut' | 'no tar',
    message: string,
  ) {
    super(message);
  }
}

const BLOCK = 512;
/** Maximum size of an extended header with names and sizes; a path has a few thousand bytes at most. */
const MAX_EXTENDED = 64 * 1024;
const EMPTY = Buffer.alloc(0);

/**
 * Reads tar files as written by `tar-stream`: files, with extended headers (POSIX.1-2001) for long names and
 * large sizes. Reads sequentially and keeps at most a block, an extended header or a chunk in memory.
 * @throws BadTar
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = createBytes(source);
  let extended: Extended = {};
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (block === undefined) return;
    if (block.every((byte) => byte === 0)) continue; // End marker or its padding.
    const header = readHeader(block);
    if (header.type === 'x') {
      extended = parseExtended(await readExtended(bytes, header.size));
      continue;
    }
    const { name = header.name, size = header.size } = extended;
    extended = {};
    const left = { bytes: size };
    yield { name, size, isFile: header.type === '0', content: contentOf(bytes, left) };
    await drain(contentOf(bytes, left));
    await pass(bytes, paddingOf(size));
  }
}

interface Bytes {
  /** Returns the next bytes, at least one and at most `most`; undefined at the end. */
  some(most: number): Promise<Buffer | undefined>;
  /** Returns exactly `length` bytes; undefined at the end. @throws BadTar if fewer are left */
  take(length: number): Promise<Buffer | undefined>;
}

function createBytes(source: AsyncIterable<Buffer>): Bytes {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = EMPTY;
  async function some(most: number): Promise<Buffer | undefined> {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return undefined;
      rest = next.value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }
  return {
    some,
    async take(length) {
      const parts: Buffer[] = [];
      let size = 0;
      while (size < length) {
        const part = await some(length - size);
        if (part === undefined && size === 0) return undefined;
        if (part === undefined) throw cut();
        parts.push(part);
        size += part.length;
      }
      return Buffer.concat(parts, size);
    },
  };
}

const cut = (): BadTar => new BadTar('cut', 'Unexpected end of data');

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

async function pass(bytes: Bytes, length: number): Promise<void> {
  if (length > 0 && (await bytes.take(length)) === undefined) throw cut();
}

async function* contentOf(bytes: Bytes, left: { bytes: number }): AsyncGenerator<Buffer> {
  while (left.bytes > 0) {
    const part = await bytes.some(left.bytes);
    if (part === undefined) throw cut();
    left.bytes -= part.length;
    yield part;
  }
}

function readHeader(block: Buffer): { readonly name: string; readonly size: number; readonly type: string } {
  const written = octal(block, 148, 8);
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  if (written !== sum) throw new BadTar('no tar', 'a header has another checksum');
  const size = octal(block, 124, 12);
  if (size === undefined) throw new BadTar('no tar', 'a header has no size');
  const isUstar = block.toString('latin1', 257, 262) === 'ustar';
  const prefix = isUstar ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  const type = block[156] === 0 ? '0' : String.fromCharCode(block[156] ?? 0);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type };
}

function text(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

/**
 * Returns a number of a header; undefined if there is none. Sizes of more than 11 digits are in an extended
 * header.
 */
function octal(block: Buffer, start: number, length: number): number | undefined {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(block.toString('latin1', start, start + length)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

interface Extended {
  readonly name?: string;
  readonly size?: number;
}

async function readExtended(bytes: Bytes, size: number): Promise<Buffer> {
  if (size > MAX_EXTENDED) throw new BadTar('no tar', 'an extended header is too large');
  const content = (await bytes.take(size)) ?? EMPTY;
  if (content.length < size) throw cut();
  await pass(bytes, paddingOf(size));
  return content;
}

/**
 * Parses records of the form `LENGTH KEY=VALUE` with a line feed at the end. The length includes the whole
 * record.
 */
function parseExtended(content: Buffer): Extended {
  let found: Extended = {};
  for (let at = 0; at < content.length;) {
    const [, digits = ''] = /^([1-9]\d{0,5}) /.exec(content.toString('latin1', at, at + 8)) ?? [];
    const end = at + Number(digits);
    const record = content.toString('utf8', at + digits.length + 1, end - 1);
    const sign = record.indexOf('=');
    if (digits === '' || end > content.length || content[end - 1] !== 0x0a || sign < 1)
      throw new BadTar('no tar', 'an extended header cannot be read');
    const [key, value] = [record.slice(0, sign), record.slice(sign + 1)];
    if (key === 'path') found = { ...found, name: value };
    if (key === 'size') found = { ...found, size: sizeOf(value) };
    at = end;
  }
  return found;
}

function sizeOf(value: string): number {
  const size = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(size)) throw new BadTar('no tar', 'an extended header has no size');
  return size;
}
