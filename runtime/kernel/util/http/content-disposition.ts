/**
 * Returns `inline; filename=...`, or `attachment` for types that could run scripts (contract decision 41) and
 * on request. Names that older clients cannot read are given in both forms (RFC 6266 and RFC 8187).
 */
export function contentDisposition(mediaType: string, name: string, wantsAttachment = false): string {
  const kind = isShownInline(mediaType) && !wantsAttachment ? 'inline' : 'attachment';
  if (/^[\w.!#$&+^`|~-]+$/.test(name)) return `${kind}; filename=${name}`;
  // Only some clients decode percent signs here.
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const whole = plain === name ? '' : `; filename*=UTF-8''${encode(name)}`;
  return `${kind}; filename="${plain}"${whole}`;
}

/** An unpaired surrogate cannot be encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const SVG = 'image/svg+xml';

export const SCRIPTLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|apng|bmp|x-icon|vnd\.microsoft\.icon|tiff|heic|heif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/**
 * Returns whether browsers display the type without running scripts. SVG is included, because it is
 * sandboxed.
 */
const isShownInline = (mediaType: string): boolean => mediaType === SVG || SCRIPTLESS.test(mediaType);
