import { withParagraphs } from './paragraphs.js';

/** Makes the text of a post into HTML that pages may show. */
export interface CleanHtml {
  (text: string): string;
  /** The words of HTML: without tags, with the characters that its entities stand for. */
  words(html: string): string;
}

/**
 * Scripts, styles, frames, forms and everything that runs by an attribute are left out; comments too, in which WordPress keeps
 * its blocks. Texts of the old editor have empty lines in place of paragraphs.
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

/** The four entities that are left of all when HTML was printed without tags. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (whole: string, name: string) => ENTITIES[name] ?? whole);
