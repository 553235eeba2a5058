import slugify from '@sindresorhus/slugify';
import type { RouteGenerator } from '../../contract/extensions.js';

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
