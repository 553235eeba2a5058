import type { RequestedParameters } from '../../../kernel/contract/http/requested.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { accessTokenErrors } from '../errors.js';
import type { AccessToken, TokenPage } from '../stored-tokens.js';

/**
 * Returns the cursor of a token, the `before` parameter of the next page. The id separates tokens created at the same
 * moment.
 */
export const placeOf = ({ createdAt, id }: Pick<AccessToken, 'createdAt' | 'id'>): string =>
  `${createdAt.getTime()}-${id}`;

/**
 * Parses the cursor. Returns undefined for the first page.
 * @throws AppError 400 for an invalid cursor.
 */
export function readPlace({ before }: RequestedParameters): TokenPage['after'] {
  if (before === undefined) return undefined;
  const [, time, id] = (typeof before === 'string' && /^(\d{1,13})-(.{36})$/.exec(before)) || [];
  if (time === undefined || id === undefined || !isUuid(id)) throw accessTokenErrors.badPlace();
  return { createdAt: new Date(Number(time)), id: id.toLowerCase() };
}
