import type { GroupNode, PageTree, PositionNode } from '../../generated/client/index.js';

/** Any component of the project. Use `switch` on `@type` to narrow the type. */
export type Component = NonNullable<PositionNode['component']>;

/** Members that all page types of this project have. Lists display them. */
export interface ListedPage {
  readonly '@id': string;
  readonly title?: string | null;
  readonly summary?: string | null;
  readonly path?: string | null;
}

interface Picture {
  readonly contentUrl: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly imagineFilter?: string | null;
}

/**
 * Returns the URL and size of a picture variant, or of the original file.
 * @param file entry of `_metadata.mediaObjects`
 */
export function pictureOf(file: readonly Picture[] | undefined, variant: string): Picture | undefined {
  return file?.find(({ imagineFilter }) => imagineFilter === variant) ?? file?.[0];
}

/** Whether a component is a draft, which only editors see. */
export function isDraft({ _metadata }: Component): boolean {
  const { publishable } = _metadata as { readonly publishable?: { readonly published: boolean } };
  return publishable?.published === false;
}

export const titleOf = ({ depths }: PageTree): string => {
  const { page, pageData } = depths.at(-1) ?? {};
  return pageData?.title ?? page?.title ?? '';
};

export const descriptionOf = ({ depths }: PageTree): string => {
  const { page, pageData } = depths.at(-1) ?? {};
  return pageData?.metaDescription ?? page?.metaDescription ?? '';
};

/** Returns a path of this site, or `/` for external URLs, to prevent open redirects after sign-in. */
export function localPath(address: string | null | undefined): string {
  const site = 'http://site.invalid';
  // Parsed like in browsers, which ignore tabs and line breaks and treat a backslash as a slash.
  const url = URL.canParse(address ?? '', site) ? new URL(address ?? '', site) : undefined;
  if (url?.origin !== site || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

const notified = new Set<string>();

/** Logs once that a type has no view. Such components are not rendered. */
export function tellUnknown(type: string): void {
  if (notified.has(type)) return;
  notified.add(type);
  console.warn(`No view for components of type ${type}. Add one in front-end/components.`);
}

/** Whether a group has this name in its layout or page. Its reference begins with the name. */
export const isNamed = ({ group }: GroupNode, name: string): boolean =>
  group.reference.startsWith(`${name}_`);
