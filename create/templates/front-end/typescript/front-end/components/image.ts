import type { Image } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';
import { pictureOf } from '../lib/page.js';

export function drawImage({ alternative, _metadata }: Image): Html {
  const picture = pictureOf(_metadata.mediaObjects?.file, 'large');
  if (picture === undefined) return html``;
  const { contentUrl, width, height } = picture;
  return html`<img src="${contentUrl}" alt="${alternative}" width="${width}" height="${height}" />`;
}
