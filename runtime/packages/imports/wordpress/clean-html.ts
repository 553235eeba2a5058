import { withParagraphs } from './paragraphs.js';

/** Cleans the HTML of a post. */
export interface CleanHtml {
  (text: string): string;
  /** Returns the plain text of HTML with decoded entities. */
  words(html: string): string;
}

/**
 * Creates the cleaner. It removes scripts, styles, frames, forms, event handlers, and the comments in which WordPress
 * stores block markup. Texts of the classic editor separate paragraphs by empty lines.
 */
export async function createCleanHtml(): Promise<CleanHtml> {
  const { default: sanitize } = await import('sanitize-html');
  const { allowedTags, allowedAttributes } = sanitize.defaults;
  const options: Parameters<typeof sanitize>[1] = {
    allowedTags: [
      ...allowedTags,
      'img',
      'picture',
      'source',
      'video',
      'audio',
      'track',
      'del',
      'ins',
      'details',
      'summary',
    ],
    allowedAttributes: {
      ...allowedAttributes,
      '*': ['class', 'id', 'lang', 'dir', 'title'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
      source: ['src', 'srcset', 'sizes', 'type', 'media'],
      video: ['src', 'poster', 'controls', 'width', 'height'],
      audio: ['src', 'controls'],
      track: ['src', 'kind', 'srclang', 'label'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start', 'reversed', 'type'],
      time: ['datetime'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
  };
  const clean = (text: string): string => sanitize(withParagraphs(text), options).trim();
  return Object.assign(clean, {
    words: (html: string) =>
      unescaped(sanitize(html, { allowedTags: [], allowedAttributes: {} }))
        .replace(/\s+/g, ' ')
        .trim(),
  });
}

/** Entities that remain after printing HTML without tags. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (whole: string, name: string) => ENTITIES[name] ?? whole);
