/** Makes the text of a post into HTML that pages may show. */
export type CleanHtml = (text: string) => string;

const BLOCKS = /<(p|div|h[1-6]|ul|ol|table|blockquote|figure|pre|section)[\s>]/i;

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
  return (text) => sanitize(BLOCKS.test(text) ? text : paragraphsOf(text), options).trim();
}

function paragraphsOf(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== '<!--more-->');
  return paragraphs.map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br />\n')}</p>`).join('\n');
}
