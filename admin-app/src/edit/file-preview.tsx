import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';

/** A stored file as documents describe it. */
interface MediaObject {
  readonly contentUrl: string;
  readonly mimeType: string;
  readonly formattedFileSize: string;
  readonly imagineFilter?: string;
}

/** The original, and the smallest that there is to show. */
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
  if (!file.mimeType.startsWith('image/')) return <>{`${file.mimeType}, ${file.formattedFileSize}`}</>;
  return <Picture address={file.contentUrl} size={40} />;
}

/** @param props.size the longest side, in pixels */
export function Picture({
  address,
  size,
}: {
  readonly address: string;
  readonly size: number;
}): ReactElement {
  return (
    <Box
      component="img"
      src={address}
      alt=""
      loading="lazy"
      sx={{ maxWidth: size, maxHeight: size, objectFit: 'contain', display: 'block' }}
    />
  );
}
