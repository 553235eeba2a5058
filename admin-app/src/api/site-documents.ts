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
/** Pages are all read; of page data there may be very many, which the search finds. */
const MAX_PAGE_DATA = 300;

/** Types whose records are pages of the site. */
export const pageTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ name, group, may }) => may.list && (name === 'Page' || group === 'page_data'));

/** Every page of the site: a request for each hundred of a type, and one for all addresses. */
export async function readSite(model: AdminModel): Promise<SiteDocuments> {
  const hasRoutes = model.types.some(({ name, may }) => name === 'Route' && may.list);
  // The first of each type says how many more requests there are, so that it is asked for before all addresses.
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
  // A site may allow fewer to a page.
  const size = Math.max(first.member.length, 1);
  const rest = Array.from({ length: Math.ceil(wanted / size) - 1 }, (_, index) => page(index + 2));
  const others = await Promise.all(rest);
  return { records: [first, ...others].flatMap(({ member }) => member), total: first.totalItems };
}
