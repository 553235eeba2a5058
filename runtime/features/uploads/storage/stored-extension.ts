import mime from 'mime';
import { cleanExtension } from './stored-name.js';

/** Type of a file, detected from its content. */
export interface DetectedType {
  readonly mediaType: string;
  /** Usual extension of this type. */
  readonly extension: string;
  /** True if the detection exceeded a limit; the type is then that of unknown bytes. */
  readonly isUnreadable?: boolean;
}

/**
 * Returns the extension of a stored name (contract decision 89): the sent one if it matches the detected type, else
 * the usual one of that type. Web servers derive the type from it, so it must match the content.
 */
export function storedExtension({ mediaType, extension }: DetectedType, sent: string): string {
  const usual = cleanExtension(extension);
  const isMeant = mime.getType(sent) === mediaType && !ONE_EXTENSION.has(mediaType);
  return isMeant ? sent : usual;
}

/** Returns every extension of a media type. */
export const extensionsOf = (mediaType: string): readonly string[] => [
  ...(mime.getAllExtensions(mediaType) ?? []),
];

/** Types with a single safe extension: servers process `.shtml` and `.svgz` in a special way. */
const ONE_EXTENSION: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);
