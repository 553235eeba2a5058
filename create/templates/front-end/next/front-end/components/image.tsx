import type { Image } from '../../generated/types/index.js';
import { pictureOf } from '../lib/page';

export function ImageView({ image: { alternative, _metadata } }: { readonly image: Image }) {
  const picture = pictureOf(_metadata.mediaObjects?.file, 'large');
  if (picture === undefined) return null;
  const { contentUrl, width, height } = picture;
  return (
    <img src={contentUrl} alt={alternative ?? ''} width={width ?? undefined} height={height ?? undefined} />
  );
}
