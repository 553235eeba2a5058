import type { GroupNode, PageTree, PositionNode } from '../../generated/client/index.js';

/** A component of the project, whichever it is: `switch` on its `@type` tells. */
export type Component = NonNullable<PositionNode['component']>;

/** The members that types of pages share in this project; a list shows them. */
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
 * Where a picture can be read, in the variant of that name or as it was uploaded.
 * @param file the entry of `_metadata.mediaObjects`
 */
export function pictureOf(file: readonly Picture[] | undefined, variant: string): Picture | undefined {
  return file?.find(({ imagineFilter }) => imagineFilter === variant) ?? file?.[0];
}

/** Whether a component is a draft, which only editors are shown. */
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

/** Returns an address of this site, and `/` for anything else: visitors who sign in would be led to another site. */
export function localPath(address: string | null | undefined): string {
  const site = 'http://site.invalid';
  // Parsed as browsers do: they skip tabs and line breaks, and read a backslash as a slash.
  const url = URL.canParse(address ?? '', site) ? new URL(address ?? '', site) : undefined;
  if (url?.origin !== site || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

const notified = new Set<string>();

/** Says once that a type has no view yet: pages go on without it. */
export function tellUnknown(type: string): void {
  if (notified.has(type)) return;
  notified.add(type);
  console.warn(`Nothing draws components of the type ${type}; add it to front-end/components.`);
}

/** Whether a group is the one of that name in its layout or page: its reference begins with it. */
export const isNamed = ({ group }: GroupNode, name: string): boolean =>
  group.reference.startsWith(`${name}_`);
