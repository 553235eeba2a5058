import { posix } from 'node:path';

/** `inline; filename=...`, or `attachment` for what could run script (contract decision 41) and on request. */
export function contentDisposition(mediaType: string, path: string, wantsAttachment = false): string {
  const kind = isShownInline(mediaType) && !wantsAttachment ? 'inline' : 'attachment';
  const name = posix.basename(path);
  const token = /^[\w.!#$&+^`|~-]+$/.test(name) ? name : `"${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"`;
  return `${kind}; filename=${token}`;
}
const SVG = 'image/svg+xml';

export const SCRIPTLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|apng|bmp|x-icon|vnd\.microsoft\.icon|tiff|heic|heif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Media types that browsers show without ever running script of the file, and SVG, which is shown sandboxed. */
const isShownInline = (mediaType: string): boolean => mediaType === SVG || SCRIPTLESS.test(mediaType);
