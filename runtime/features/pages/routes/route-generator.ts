import slugify from '@sindresorhus/slugify';
import type { RouteGenerator } from '../../../kernel/contract/extensions.js';

/** Slug of the title below the parent's path (core.md section 6.5). */
export const slugRouteGenerator: RouteGenerator = {
  previewPath: ({ title, parentPath }) => joinPath(parentPath ?? '', slug(title)),
  routeName: ({ title }) => slug(title),
};

const SYMBOLS = /[^\p{Letter}\p{Mark}\p{Number}]+/gu;

/**
 * Lower-cased ASCII; every run of characters that are neither letters nor digits is one hyphen. The library has words
 * for some symbols (`&`, `♥`, `€`) and leaves out others, so it sees letters and digits only (contract decision 62).
 */
export function slug(title: string): string {
  return slugify(title.normalize('NFC').replace(SYMBOLS, ' '), { decamelize: false });
}

/** A parent at `/` adds nothing. */
function joinPath(parent: string, segment: string): string {
  return `${parent.replace(/\/+$/, '')}/${segment}`;
}
