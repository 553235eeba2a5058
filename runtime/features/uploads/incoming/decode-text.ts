import mime from 'mime';

/** Bytes of a data URI or base64 string, or the problem. */
export type DecodedText =
  | {
      readonly kind: 'bytes';
      readonly bytes: Buffer;
      /** Extension of the declared media type; empty without one. */
      readonly extension: string;
    }
  | { readonly kind: 'problem'; readonly message: string };

const NOT_BASE64: DecodedText = { kind: 'problem', message: 'Unable to decode the string as plain base64.' };
const BAD_DATA_URI: DecodedText = { kind: 'problem', message: 'Unable to decode the string as a data URI.' };

/**
 * Decodes the string of an upload field (components.md section 4.2): `data:` with base64 or plain text, or bare
 * base64.
 */
export function decodeUploadText(text: string): DecodedText {
  return /^data:/i.test(text) ? decodeDataUri(text) : decodeBase64(text, '', NOT_BASE64);
}

function decodeDataUri(uri: string): DecodedText {
  const comma = uri.indexOf(',');
  if (comma === -1 || comma > 500) return BAD_DATA_URI;
  const [mediaType = '', ...parameters] = uri.slice('data:'.length, comma).split(';');
  const type = mediaType.trim().toLowerCase();
  if (type !== '' && !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return BAD_DATA_URI;
  const extension = mime.getExtension(type === '' ? 'text/plain' : type) ?? '';
  const content = uri.slice(comma + 1);
  if (parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')) {
    return decodeBase64(content, extension, BAD_DATA_URI);
  }
  try {
    return { kind: 'bytes', bytes: Buffer.from(decodeURIComponent(content), 'utf8'), extension };
  } catch {
    return BAD_DATA_URI;
  }
}

/** Decodes base64 strictly. `Buffer.from` skips invalid characters, so the text is validated first. */
function decodeBase64(text: string, extension: string, problem: DecodedText): DecodedText {
  const plain = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  const isBase64 = plain.length > 0 && plain.length % 4 === 0 && isAlphabet(plain);
  return isBase64 ? { kind: 'bytes', bytes: Buffer.from(plain, 'base64'), extension } : problem;
}

function isAlphabet(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
