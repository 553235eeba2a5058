import mime from 'mime';
import { extensionOf } from './stored-name.js';

/** How much of a file the detection looks at. */
export const HEAD_BYTES = 4_100;
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Media type of a file by its first bytes. The name only tells kinds of text apart and the client's own claim counts
 * for nothing, so a script never passes for a picture (components.md section 4.7).
 */
export async function detectMediaType(head: Uint8Array, name: string): Promise<string> {
  const bytes = head.subarray(0, HEAD_BYTES);
  const wide = readWideText(bytes);
  if (wide !== null) return textType(wide, name);
  // Loaded with the first upload: a server that gets none starts without it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found !== undefined && found.mime !== 'application/xml') return found.mime;
  const text = readText(bytes, head.length >= HEAD_BYTES);
  return text === null ? UNKNOWN_TYPE : textType(text, name);
}

/** Extension for a stored name, from a media type; empty for an unknown one. */
export function extensionFor(mediaType: string): string {
  return mediaType === UNKNOWN_TYPE ? '' : (mime.getExtension(mediaType) ?? '');
}

/** The text of the bytes, null for anything binary; a character may be cut in two at the end of the head. */
function readText(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return HAS_CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** UTF-16 behind a byte order mark, which looks like the start of an audio frame; null for anything else. */
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

/** These characters are what tells binary files from text. */
const HAS_CONTROL = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

function textType(text: string, name: string): string {
  const start = text.replace(LEADING_MARKUP, '').slice(0, 200).toLowerCase();
  const isXml = /^\s*<\?xml/i.test(text);
  if (/^<(?:[\w-]+:)?svg[\s>/]/.test(start)) return 'image/svg+xml';
  if (MARKUP.test(start)) return isXml ? 'application/xhtml+xml' : 'text/html';
  if (isXml) return 'application/xml';
  const byName = mime.getType(extensionOf(name)) ?? '';
  // A text that calls itself markup is markup, whatever it starts with.
  return /^text\/|\+xml$|[/+]json$|^application\/(?:xml|javascript|yaml|sql|rtf)$/.test(byName)
    ? byName
    : 'text/plain';
}

/** What may stand before the root element: byte order mark, declaration, comments, document type. */
const LEADING_MARKUP =
  /^\ufeff?(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>)*/i;
const MARKUP =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|table|div|p|a|h1|br|b|font|img|object|embed|meta|link|form|plaintext|template|math)[\s>/]|^<!--/;
