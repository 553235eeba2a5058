import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { BulkError } from '../model/bulk-error.js';
import type { ImportText } from '../model/import-format.js';

/** Number of bytes searched for an encoding declaration. */
const HEAD = 4096;

interface TextFile {
  readonly path: string;
  /** File name as shown in error messages. */
  readonly shown: string;
}

/** Opens a text file of an import. Its encoding is UTF-8, or that of its byte order mark or XML declaration. */
export function createImportText(file: TextFile): ImportText {
  return { shown: file.shown, head: () => readHead(file), text: () => readText(file) };
}

/**
 * Decodes a file in chunks.
 * @throws BulkError naming the encoding and a remedy if the file cannot be decoded
 */
async function* readText({ path, shown }: TextFile): AsyncGenerator<string> {
  const encoding = await encodingOf({ path, shown });
  const decoder = decoderOf(encoding, shown);
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new BulkError(
        `${shown} is not valid ${encoding.toUpperCase()}${encoding === 'utf-8' ? '; it may be Windows-1252' : ''}. Convert it first: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`,
      );
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    const text = decode(chunk as Buffer); // streams without an encoding return buffers
    if (text !== '') yield text;
  }
  const last = decode();
  if (last !== '') yield last;
}

async function readHead(file: TextFile): Promise<string> {
  return new TextDecoder(await encodingOf(file)).decode(await headOf(file.path));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function encodingOf({ path, shown }: TextFile): Promise<string> {
  const head = await headOf(path);
  const mark = byteOrderMark(head);
  if (mark !== undefined) return mark;
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head.toString('latin1'))?.[1];
  const name = (declared ?? 'utf-8').toLowerCase();
  // A declaration that is readable byte by byte cannot be UTF-16.
  const encoding = name.startsWith('utf-16') ? 'utf-8' : name;
  decoderOf(encoding, shown);
  return encoding;
}

function byteOrderMark(head: Buffer): string | undefined {
  const [one, two, three] = head;
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if ((one === 0xff && two === 0xfe) || (one === 0x3c && two === 0)) return 'utf-16le';
  return (one === 0xfe && two === 0xff) || (one === 0 && two === 0x3c) ? 'utf-16be' : undefined;
}

function decoderOf(encoding: string, shown: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new BulkError(
      `${shown} declares the encoding ${encoding}, which is not supported. Save it as UTF-8 and declare that in its first line.`,
    );
  }
}
