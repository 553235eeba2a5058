/**
 * `inline; filename=...`, or `attachment` for what could run script (contract decision 41) and on request. A name that older
 * programs cannot read is given twice (RFC 6266 and RFC 8187).
 */
export function contentDisposition(mediaType: string, name: string, wantsAttachment = false): string {
  const kind = isShownInline(mediaType) && !wantsAttachment ? 'inline' : 'attachment';
  if (/^[\w.!#$&+^`|~-]+$/.test(name)) return `${kind}; filename=${name}`;
  // Some programs decode percent signs here, others do not.
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const whole = plain === name ? '' : `; filename*=UTF-8''${encode(name)}`;
  return `${kind}; filename="${plain}"${whole}`;
}

/** Half of a character has no code. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const SVG = 'image/svg+xml';

export const SCRIPTLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|apng|bmp|x-icon|vnd\.microsoft\.icon|tiff|heic|heif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Media types that browsers show without ever running script of the file, and SVG, which is shown sandboxed. */
const isShownInline = (mediaType: string): boolean => mediaType === SVG || SCRIPTLESS.test(mediaType);
