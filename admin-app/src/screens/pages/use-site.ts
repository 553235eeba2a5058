import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { prefetchedSite } from '../../api/prefetch.js';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import { errorOf } from '../../api/errors.js';
import type { SiteDocuments } from '../../api/site-documents.js';
import { useSession } from '../../session/session.js';
import { buildSite, type Site } from './site.js';

const FOUND = 50;

export const SITE_KEY = ['page-tree'];

/** Searches the types that were not read completely. */
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

/**
 * Reads the page tree.
 * @param text search text, possibly empty
 */
export function useSite(text: string): SiteReading {
  const { model } = useSession();
  const all = useQuery({ queryKey: SITE_KEY, queryFn: () => explained(prefetchedSite(model)) });
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
