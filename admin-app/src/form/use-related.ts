import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, resourceOf, type ApiDocument } from '../api/client.js';
import type { AdminMember, AdminType } from '../api/model.js';
import { labelOf } from '../api/records.js';
import { useSession } from '../session/session.js';

const WAIT_MS = 250;
const CHOICES = 20;

/**
 * Finds records for a relation by a search text.
 * @returns their IRIs
 */
export function useChoices({ targets }: AdminMember, typed: string): readonly string[] {
  const { model } = useSession();
  const search = useSettled(typed);
  const types = model.types.filter(({ name, may }) => targets.includes(name) && may.list);
  const found = useQueries({
    queries: types.map((type) => ({
      queryKey: ['choices', type.name, search],
      queryFn: () => findChoices(type, search),
    })),
  });
  return found.flatMap(({ data = [] }) => data).map((document) => document['@id']);
}

async function findChoices(type: AdminType, search: string): Promise<readonly ApiDocument[]> {
  const isSearched = type.search && search !== '';
  const { member } = await client.list(resourceOf(type), {
    perPage: CHOICES,
    ...(isSearched ? { search } : {}),
  });
  member.forEach(keep);
  return isSearched
    ? member
    : member.filter((one) => labelOf(type, one).toLowerCase().includes(search.toLowerCase()));
}

/** Documents of search results, which serve as labels without another request. */
const known = new Map<string, ApiDocument>();
const keep = (document: ApiDocument): void => void known.set(document['@id'], document);

/** Returns the labels of records by IRI. */
export function useLabels(iris: readonly string[]): ReadonlyMap<string, string> {
  const { model } = useSession();
  const distinct = [...new Set(iris)];
  const read = useQueries({
    queries: distinct.map((iri) => ({ queryKey: ['label', iri], queryFn: () => readDocument(iri) })),
  });
  return new Map(
    distinct.map((iri, index) => {
      const document = read[index]?.data;
      if (!document) return [iri, iri];
      const type = model.types.find(({ name }) => name === document['@type']);
      return [iri, labelOf(type, document)];
    }),
  );
}

/**
 * Reads a document.
 * @returns null if the user may not read it
 */
async function readDocument(iri: string): Promise<ApiDocument | null> {
  return known.get(iri) ?? client.request<ApiDocument>('GET', iri).catch(() => null);
}

/** Returns the text after a pause in typing. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
