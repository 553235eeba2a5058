import type { AskedParameters } from '../../../kernel/contract/http/asked.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { previewErrors } from '../errors.js';
import type { LinkPage, PreviewLink } from '../links.js';

/** The place of a link in the list, as `before` of the next page names it: links of one moment are told apart by their ids. */
export const placeOf = ({ createdAt, id }: Pick<PreviewLink, 'createdAt' | 'id'>): string =>
  `${createdAt.getTime()}-${id}`;

/** Reads such a place; undefined for the first page. @throws AppError 400 for a text that names none. */
export function readPlace({ before }: AskedParameters): LinkPage['after'] {
  if (before === undefined) return undefined;
  const [, time, id] = (typeof before === 'string' && /^(\d{1,13})-(.{36})$/.exec(before)) || [];
  if (time === undefined || id === undefined || !isUuid(id)) throw previewErrors.badPlace();
  return { createdAt: new Date(Number(time)), id: id.toLowerCase() };
}
