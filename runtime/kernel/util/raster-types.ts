/** Types whose pixels the image library reads; never SVG, which it would have to run through a renderer. */
export const RASTER_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);
