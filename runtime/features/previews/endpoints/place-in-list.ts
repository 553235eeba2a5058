import type { RequestedParameters } from '../../../kernel/contract/http/requested.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { previewErrors } from '../errors.js';
import type { LinkPage, PreviewLink } from '../links.js';

/**
 * Returns the cursor of a link, which the next page sends as `before`. Ids distinguish links created at the same
 * time.
 */
export const placeOf = ({ createdAt, id }: Pick<PreviewLink, 'createdAt' | 'id'>): string =>
  `${createdAt.getTime()}-${id}`;

/** Parses a cursor; undefined for the first page. @throws AppError 400 for an invalid cursor */
export function readPlace({ before }: RequestedParameters): LinkPage['after'] {
  if (before === undefined) return undefined;
  const [, time, id] = (typeof before === 'string' && /^(\d{1,13})-(.{36})$/.exec(before)) || [];
  if (time === undefined || id === undefined || !isUuid(id)) throw previewErrors.badPlace();
  return { createdAt: new Date(Number(time)), id: id.toLowerCase() };
}
