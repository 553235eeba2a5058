import type { ImageFilterConfig } from '../settings.js';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

type Box = Pick<ImageFilterConfig, 'width' | 'height' | 'mode'>;

/** Returns whether a filter crops the image to its box, which requires both dimensions. */
export const isCropped = ({ width, height, mode }: Box): boolean =>
  mode === 'outbound' && width !== null && height !== null;

/** Returns the size of a variant: within the box, or the part of the box that the image fills; never enlarged. */
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
