import mime from 'mime';
import { cleanExtension } from './stored-name.js';

/** The type of a file by its content. */
export interface DetectedType {
  readonly mediaType: string;
  /** The usual extension of files of this type. */
  readonly extension: string;
  /** Detection exceeded a limit, so the type is that of unknown bytes. */
  readonly isUnreadable?: boolean;
}

/**
 * The extension of a stored name (contract decision 89): the one that was sent where it means the type that was detected,
 * else the usual one of that type. Servers in front of a folder go by it, so it must not say more than the content does.
 */
export function storedExtension({ mediaType, extension }: DetectedType, sent: string): string {
  const usual = cleanExtension(extension);
  const isMeant = mime.getType(sent) === mediaType && !ONE_EXTENSION.has(mediaType);
  return isMeant ? sent : usual;
}

/** Every extension that means a media type. */
export const extensionsOf = (mediaType: string): readonly string[] => [
  ...(mime.getAllExtensions(mediaType) ?? []),
];

/** Servers do more than send what is called `.shtml` or `.svgz`. */
const ONE_EXTENSION: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);
