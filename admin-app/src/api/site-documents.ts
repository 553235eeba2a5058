import type { List } from '../../../templates/client/core.js';
import { client, resourceOf, type ApiDocument } from './client.js';
import type { AdminModel, AdminType } from './model.js';

/** Documents of the page tree, as the lists of the service return them. */
export interface SiteDocuments {
  /** Pages, templates and page data. */
  readonly records: readonly ApiDocument[];
  readonly routes: readonly ApiDocument[];
  /** Types with more records than were read. */
  readonly cut: readonly { readonly type: AdminType; readonly total: number }[];
}

const PER_PAGE = 100;
/** All pages are read, but only some page data. The search finds the rest. */
const MAX_PAGE_DATA = 300;

/** Returns the types whose records are pages of the site. */
export const pageTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ name, group, may }) => may.list && (name === 'Page' || group === 'page_data'));

/** Reads every page of the site: one request for each hundred records of a type, and one for all routes. */
export async function readSite(model: AdminModel): Promise<SiteDocuments> {
  const hasRoutes = model.types.some(({ name, may }) => name === 'Route' && may.list);
  // The first page of each list contains the total, so these requests are sent before the one for the routes.
  const reading = pageTypes(model).map(async (type) => ({ type, ...(await readType(type)) }));
  const [routes, ...lists] = await Promise.all([
    hasRoutes ? client.request<List<ApiDocument>>('GET', '/_/routes?pagination=false') : undefined,
    ...reading,
  ]);
  return {
    records: lists.flatMap(({ records }) => records),
    routes: routes?.member ?? [],
    cut: lists
      .filter(({ records, total }) => records.length < total)
      .map(({ type, total }) => ({ type, total })),
  };
}

async function readType(type: AdminType): Promise<{ records: readonly ApiDocument[]; total: number }> {
  const { created = '' } = type.timestamps ?? {};
  const page = (number: number): Promise<List<ApiDocument>> =>
    client.list(resourceOf(type), {
      page: number,
      perPage: PER_PAGE,
      ...(type.orders.includes(created) ? { order: { [created]: 'asc' } } : {}),
    });
  const first = await page(1);
  const wanted = type.name === 'Page' ? first.totalItems : Math.min(first.totalItems, MAX_PAGE_DATA);
  // The configuration may allow fewer records on a page.
  const size = Math.max(first.member.length, 1);
  const rest = Array.from({ length: Math.ceil(wanted / size) - 1 }, (_, index) => page(index + 2));
  const others = await Promise.all(rest);
  return { records: [first, ...others].flatMap(({ member }) => member), total: first.totalItems };
}
