import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';

/** Stored file, as documents describe it. */
export interface MediaObject {
  readonly contentUrl: string;
  readonly mimeType: string;
  readonly formattedFileSize: string;
  readonly width?: number;
  readonly height?: number;
  readonly imagineFilter?: string;
}

/** Returns the original file and its variants. */
export function filesOf(record: ApiDocument, member: string): readonly MediaObject[] {
  const { mediaObjects } = (record['_metadata'] ?? {}) as { mediaObjects?: Record<string, MediaObject[]> };
  return mediaObjects?.[member] ?? [];
}

export interface FilePreviewProps {
  readonly record: ApiDocument;
  readonly member: string;
}

/** Thumbnail of an image, or the description of another file. Images never run scripts. */
export function Thumbnail({ record, member }: FilePreviewProps): ReactElement | null {
  const files = filesOf(record, member);
  const file = files.find(({ imagineFilter }) => imagineFilter !== undefined) ?? files[0];
  if (file === undefined) return null;
  if (!isPicture(file)) return <>{factsOf(file)}</>;
  return <Picture address={file.contentUrl} size={40} />;
}

const SIZE = 320;

/** Stored file and its variants, with links and descriptions. */
export function StoredFiles({ record, member }: FilePreviewProps): ReactElement | null {
  const files = filesOf(record, member);
  const [original] = files;
  if (original === undefined) return null;
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      {isPicture(original) && <Picture address={original.contentUrl} size={SIZE} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {files.map((file) => (
          <Typography component="li" variant="body2" key={file.imagineFilter ?? ''}>
            <Link href={safeAddress(file.contentUrl)} target="_blank" rel="noopener noreferrer">
              {file.imagineFilter ?? nameIn(file.contentUrl)}
            </Link>{' '}
            <Typography component="span" variant="body2" color="text.secondary">
              {factsOf(file)}
            </Typography>
          </Typography>
        ))}
      </Box>
    </Stack>
  );
}

export const isPicture = ({ mimeType }: MediaObject): boolean => mimeType.startsWith('image/');

/** Describes a file: `image/png, 640 × 480, 12.3 kB`. */
export function factsOf({ mimeType, formattedFileSize, width, height }: MediaObject): string {
  const pixels = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  return [mimeType, ...pixels, formattedFileSize].join(', ');
}

export const nameIn = (address: string): string =>
  decodeURIComponent(/([^/?#]+)(?:[?#]|$)/.exec(address)?.[1] ?? address);

/** Returns the address if it is an HTTP URL or a path. */
export const safeAddress = (address: string): string | undefined =>
  /^(?:https?:|\/)/i.test(address) ? address : undefined;

export interface PictureProps {
  readonly address: string;
  /** Maximum width and height in pixels. */
  readonly size: number;
}

/** Decorative image. The fields beside it describe the content. */
export function Picture({ address, size }: PictureProps): ReactElement {
  return (
    <Box
      component="img"
      src={address}
      alt=""
      loading="lazy"
      sx={{ maxWidth: `min(${size}px, 100%)`, maxHeight: size, objectFit: 'contain', display: 'block' }}
    />
  );
}
