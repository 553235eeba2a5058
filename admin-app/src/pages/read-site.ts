import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '../../../templates/client/core.js';
import { client, resourceOf, type ApiDocument } from '../api/client.js';
import { errorOf } from '../api/errors.js';
import type { AdminModel, AdminType } from '../api/model.js';
import { useSession } from '../app/session.js';
import { buildSite, type Site, type SiteDocuments } from './site.js';

const PER_PAGE = 100;
/** Pages are all read; of page data there may be very many, which the search finds. */
const MAX_PAGE_DATA = 300;
const FOUND = 50;

export const SITE_KEY = ['page-tree'];

/** Types whose records are pages of the site. */
export const pageTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ name, group, may }) => may.list && (name === 'Page' || group === 'page_data'));

/** Every page of the site: a request for each hundred of a type, and one for all addresses. */
async function readSite(model: AdminModel): Promise<SiteDocuments> {
  const hasRoutes = model.types.some(({ name, may }) => name === 'Route' && may.list);
  const [routes, ...lists] = await Promise.all([
    hasRoutes ? client.request<List<ApiDocument>>('GET', '/_/routes?pagination=false') : undefined,
    ...pageTypes(model).map(async (type) => ({ type, ...(await readType(type)) })),
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
  const page = (number: number): Promise<List<ApiDocument>> =>
    client.list(resourceOf(type), {
      page: number,
      perPage: PER_PAGE,
      ...(type.orders.includes('createdAt') ? { order: { createdAt: 'asc' } } : {}),
    });
  const first = await page(1);
  const wanted = type.name === 'Page' ? first.totalItems : Math.min(first.totalItems, MAX_PAGE_DATA);
  // A site may allow fewer to a page.
  const size = Math.max(first.member.length, 1);
  const rest = Array.from({ length: Math.ceil(wanted / size) - 1 }, (_, index) => page(index + 2));
  const others = await Promise.all(rest);
  return { records: [first, ...others].flatMap(({ member }) => member), total: first.totalItems };
}

/** What the service finds of types that were not read to their end. */
async function search(cut: SiteDocuments['cut'], text: string): Promise<readonly ApiDocument[]> {
  const lists = await Promise.all(
    cut
      .filter(({ type }) => type.search)
      .map(({ type }) => client.list(resourceOf(type), { perPage: FOUND, search: text })),
  );
  return lists.flatMap(({ member }) => member);
}

export interface SiteReading {
  readonly site: Site | undefined;
  readonly cut: SiteDocuments['cut'];
  readonly error: unknown;
  readonly reload: () => Promise<unknown>;
}

/** @param text what is searched for, which may be nothing */
export function useSite(text: string): SiteReading {
  const { model } = useSession();
  const all = useQuery({ queryKey: SITE_KEY, queryFn: () => explained(readSite(model)) });
  const cut = all.data?.cut ?? [];
  const more: UseQueryResult<readonly ApiDocument[]> = useQuery({
    queryKey: [...SITE_KEY, text],
    queryFn: () => explained(search(cut, text)),
    enabled: cut.length > 0 && text !== '',
  });
  const site = useMemo(() => {
    if (all.data === undefined) return undefined;
    const known = new Set(all.data.records.map((record) => record['@id']));
    const others = (more.data ?? []).filter((record) => !known.has(record['@id']));
    return buildSite({ ...all.data, records: [...all.data.records, ...others] });
  }, [all.data, more.data]);
  return { site, cut, error: all.error ?? more.error, reload: all.refetch };
}

const explained = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch((error: unknown) => {
    throw errorOf(error);
  });
