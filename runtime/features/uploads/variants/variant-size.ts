import type { ImageFilterConfig } from '../settings.js';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

type Box = Pick<ImageFilterConfig, 'width' | 'height' | 'mode'>;

/** Whether a filter fills its box and cuts off the rest, which takes both of its sides. */
export const isCropped = ({ width, height, mode }: Box): boolean =>
  mode === 'outbound' && width !== null && height !== null;

/** Size of a variant of a picture: within the box, or as much of the box as the picture fills; never enlarged. */
export function variantSize(full: PixelSize, box: Box): PixelSize {
  const across = Math.min(1, (box.width ?? full.width) / full.width);
  const down = Math.min(1, (box.height ?? full.height) / full.height);
  const share = Math.min(across, down);
  return {
    width: scaled(full.width, isCropped(box) ? across : share),
    height: scaled(full.height, isCropped(box) ? down : share),
  };
}

const scaled = (pixels: number, share: number): number => Math.max(1, Math.round(pixels * share));
