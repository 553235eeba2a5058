import type { RouteGenerator } from '../../../kernel/contract/extensions.js';
import { slug } from './slug.js';

/** Slug of the title below the parent's path (core.md section 6.5). */
export const slugRouteGenerator: RouteGenerator = {
  previewPath: ({ title, parentPath, record }) => joinPath(parentPath ?? '', segmentOf(title, record.type)),
  routeName: ({ title, record }) => segmentOf(title, record.type),
};

/** Slug of the title, or of the type's name where a title has neither letter nor digit (contract decision 84). */
export const segmentOf = (title: string, type: string): string => slug(title) || slug(spaced(type));

/** `HTMLBlogData` is `HTML Blog Data`. */
const spaced = (name: string): string =>
  name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');

/** A parent at `/` adds nothing. */
function joinPath(parent: string, segment: string): string {
  return `${parent.replace(/\/+$/, '')}/${segment}`;
}
