import mime from 'mime';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { FoundType, Media } from '../media/media.js';
import { MediaProcessEnded } from '../media/media-process.js';
import type { DetectedType } from '../storage/stored-extension.js';
import { extensionOf } from '../storage/stored-name.js';
import type { WholeFile } from './whole-file.js';

const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const ENTRY_BYTES = 46;
/** Maximum size of an archive directory, regardless of the size that the archive claims. */
const MAX_DIRECTORY = 1_048_576;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const MACROS = 'vbaProject.bin';
/** Folder of the main part, media type, and media type of the document with macros. */
const KINDS = [
  ['word/', `${OFFICE}wordprocessingml.document`, 'application/vnd.ms-word.document.macroenabled.12'],
  ['xl/', `${OFFICE}spreadsheetml.sheet`, 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [
    'ppt/',
    `${OFFICE}presentationml.presentation`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
] as const;

/** Number of bytes that the detection reads first. */
export const HEAD_BYTES = 4_100;
/** Maximum distance of the root element in a document that starts with comments. */
const MAX_PROLOGUE = 1_048_576;
export const UNKNOWN_TYPE = 'application/octet-stream';

/** A file whose type is detected. */
export interface DetectedFile {
  /** Its first bytes. */
  readonly head: Uint8Array;
  readonly name: string;
  readonly whole: () => Promise<WholeFile>;
}

/**
 * Detects the media type of a file by its first bytes. The name only distinguishes kinds of text. The type that the
 * client claims is ignored, so a script never passes for an image (components.md section 4.7). More is read only if
 * the first bytes do not decide (contract decision 90).
 */
export async function detectType(
  { head, name, whole }: DetectedFile,
  media: Pick<Media, 'detect'>,
): Promise<DetectedType> {
  const bytes = head.subarray(0, HEAD_BYTES);
  const isCut = head.length >= HEAD_BYTES;
  const text = readWideText(bytes);
  if (text !== null)
    return usualType(textType(isCut ? await withPrologue(text, readWideText, whole) : text, name));
  const found = await foundType(bytes, media);
  if (found === 'unreadable') return { ...usualType(UNKNOWN_TYPE), isUnreadable: true };
  if (found?.mime === 'application/zip') return usualType((await officeType(await whole())) ?? found.mime);
  if (found?.mime === COMPOUND_FILE)
    return compoundType(name) ?? { mediaType: found.mime, extension: found.ext };
  if (found !== undefined && found.mime !== 'application/xml')
    return { mediaType: found.mime, extension: found.ext };
  const read = (part: Uint8Array): string | null => readText(part, isCut) ?? readByteText(part);
  const plain = read(bytes);
  if (plain === null) return usualType(UNKNOWN_TYPE);
  return usualType(textType(isCut ? await withPrologue(plain, read, whole) : plain, name));
}

async function foundType(
  bytes: Uint8Array,
  media: Pick<Media, 'detect'>,
): Promise<FoundType | 'unreadable' | undefined> {
  try {
    return await media.detect(bytes);
  } catch (error) {
    if (error instanceof MediaProcessEnded) return 'unreadable';
    if (error instanceof AppError) throw error;
    return undefined; // the library rejects the format that the first bytes suggest
  }
}

const usualType = (mediaType: string): DetectedType => ({
  mediaType,
  extension: mime.getExtension(mediaType) ?? 'bin',
});

/** Old Office formats, which share their first bytes. */
const COMPOUND_FILE = 'application/x-cfb';
const COMPOUND_TYPES =
  /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint|outlook|works|project)|vnd\.visio)$/;

function compoundType(name: string): DetectedType | undefined {
  const byName = mime.getType(extensionOf(name)) ?? '';
  return COMPOUND_TYPES.test(byName) ? usualType(byName) : undefined;
}

/** Returns the text up to the root element, if comments before it exceed the first bytes. */
async function withPrologue(
  head: string,
  read: (bytes: Uint8Array) => string | null,
  whole: () => Promise<WholeFile>,
): Promise<string> {
  const rest = head.slice(prologueEnd(head));
  if (rest.length > ROOT_TEXT && !OPEN_PART.test(rest)) return head;
  return read(await (await whole()).read(0, MAX_PROLOGUE)) ?? head;
}

/** Decodes the bytes as UTF-8, or returns null for binary content. The last character may be incomplete. */
function readText(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return HAS_CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Decodes the bytes as text in a single-byte or legacy Asian encoding, or returns null for binary content. */
function readByteText(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  return HAS_CONTROL.test(text) ? null : text;
}

/** Decodes UTF-16 with a byte order mark, which resembles the start of an audio frame. Null for anything else. */
function readWideText(bytes: Uint8Array): string | null {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return null;
  try {
    const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    return HAS_CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** These characters distinguish binary content from text. */
const HAS_CONTROL = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

function textType(text: string, name: string): string {
  const begin = prologueEnd(text);
  const start = text.slice(begin, begin + ROOT_TEXT).toLowerCase();
  const isXml = /^\s*<\?xml/i.test(text);
  if (/^<(?:[\w-]+:)?svg[\s>/]/.test(start)) return 'image/svg+xml';
  if (MARKUP.test(start)) return isXml ? 'application/xhtml+xml' : 'text/html';
  if (isXml) return 'application/xml';
  const byName = mime.getType(extensionOf(name)) ?? '';
  // Text whose name declares markup is markup, whatever its beginning.
  return /^text\/|\+xml$|[/+]json$|^application\/(?:xml|javascript|yaml|sql|rtf)$/.test(byName)
    ? byName
    : 'text/plain';
}

/** Number of characters of the root element that identify it. */
const ROOT_TEXT = 200;

/** Returns the end of what may precede the root element: byte order mark, declaration, comments and document type. */
function prologueEnd(text: string): number {
  let end = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    PROLOGUE_PART.lastIndex = end;
    if (!PROLOGUE_PART.test(text)) return end;
    end = PROLOGUE_PART.lastIndex;
  }
}

/** A part of the prolog that does not end within the text. */
const OPEN_PART = /^<(?:!--|\?|!doctype\s+svg)/i;
const PROLOGUE_PART = /\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/iy;
const MARKUP =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|table|div|p|a|h1|br|b|font|img|object|embed|meta|link|form|plaintext|template|math)[\s>/]|^<!--/;

/**
 * Returns the type of an office document by the directory at the end of its archive. Undefined for any other archive.
 */
async function officeType(file: WholeFile): Promise<string | undefined> {
  const names = entryNames(await readDirectory(file));
  if (!names.includes('[Content_Types].xml')) return undefined;
  const kind = KINDS.find(([folder]) => names.some((name) => name.startsWith(folder)));
  return kind && (names.includes(kind[0] + MACROS) ? kind[2] : kind[1]);
}

/** Reads the directory of an archive; empty if its last record is invalid. */
async function readDirectory({ size, read }: WholeFile): Promise<Buffer> {
  const start = Math.max(0, size - END_BYTES - MAX_COMMENT);
  const tail = await read(start, size);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + END_BYTES > tail.length) return Buffer.alloc(0);
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset + length > start + end) return Buffer.alloc(0);
  return read(offset, offset + Math.min(length, MAX_DIRECTORY));
}

function entryNames(directory: Buffer): readonly string[] {
  const names: string[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28);
    const others = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    at += ENTRY_BYTES + nameLength + others;
  }
  return names;
}
