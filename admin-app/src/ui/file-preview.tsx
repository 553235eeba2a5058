import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';

/** A stored file as documents describe it. */
export interface MediaObject {
  readonly contentUrl: string;
  readonly mimeType: string;
  readonly formattedFileSize: string;
  readonly width?: number;
  readonly height?: number;
  readonly imagineFilter?: string;
}

/** The original, and its variants. */
export function filesOf(record: ApiDocument, member: string): readonly MediaObject[] {
  const { mediaObjects } = (record['_metadata'] ?? {}) as { mediaObjects?: Record<string, MediaObject[]> };
  return mediaObjects?.[member] ?? [];
}

export interface FilePreviewProps {
  readonly record: ApiDocument;
  readonly member: string;
}

/** The picture in small, or the kind of another file. A picture runs nothing, whatever its file holds. */
export function Thumbnail({ record, member }: FilePreviewProps): ReactElement | null {
  const files = filesOf(record, member);
  const file = files.find(({ imagineFilter }) => imagineFilter !== undefined) ?? files[0];
  if (file === undefined) return null;
  if (!isPicture(file)) return <>{factsOf(file)}</>;
  return <Picture address={file.contentUrl} size={40} />;
}

const SIZE = 320;

/** A stored file with what is known of it, and of each of its variants. */
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

/** Its kind and its sizes: `image/png, 640 × 480, 12.3 kB`. */
export function factsOf({ mimeType, formattedFileSize, width, height }: MediaObject): string {
  const pixels = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  return [mimeType, ...pixels, formattedFileSize].join(', ');
}

export const nameIn = (address: string): string =>
  decodeURIComponent(/([^/?#]+)(?:[?#]|$)/.exec(address)?.[1] ?? address);

/** What is no page of the web leads nowhere. */
export const safeAddress = (address: string): string | undefined =>
  /^(?:https?:|\/)/i.test(address) ? address : undefined;

export interface PictureProps {
  readonly address: string;
  /** The longest side, in pixels. */
  readonly size: number;
}

/** A picture for the eye: what it shows is said by the fields beside it. */
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
