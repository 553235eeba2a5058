import slugify from '@sindresorhus/slugify';
import type { StoredRecord } from '../../contract/record.js';

/** What a path is made of. */
export interface PathRequest {
  readonly title: string;
  /** Path of the parent's route; null at the top of the site. */
  readonly parentPath: string | null;
  /** The page or page data record, for generators that look at more than the title. */
  readonly record: StoredRecord;
}

/** Makes the paths of generated routes; an application may bring its own (`createApp({ routeGenerator })`). */
export interface RouteGenerator {
  /** The path that creation would give, before any conflict suffix. */
  previewPath(request: PathRequest): string;
  /** The name that creation would give, before any conflict suffix. */
  routeName(request: PathRequest): string;
}

/** Slug of the title below the parent's path (core.md section 6.5). */
export const slugRouteGenerator: RouteGenerator = {
  previewPath: ({ title, parentPath }) => joinPath(parentPath ?? '', slug(title)),
  routeName: ({ title }) => slug(title),
};

/** Lower-cased ASCII; every run of other characters is one hyphen. */
export function slug(title: string): string {
  return slugify(title, { decamelize: false });
}

/** A parent at `/` adds nothing. */
function joinPath(parent: string, segment: string): string {
  return `${parent.replace(/\/+$/, '')}/${segment}`;
}
