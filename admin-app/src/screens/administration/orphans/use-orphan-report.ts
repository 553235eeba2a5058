import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../../templates/client/errors.js';
import { client } from '../../../api/client.js';
import { useAction } from '../../../ui/use-action.js';

/** Member of the deletion request. */
export type DeletionMember = 'iris' | 'paths';

export interface OrphanList {
  readonly generatedAt: string;
  readonly [list: string]: unknown;
}

export interface Rejected {
  readonly iri?: string;
  readonly path?: string;
  readonly reason: string;
}

export interface Deletion {
  readonly deleted: readonly unknown[] | Readonly<Record<string, readonly unknown[]>>;
  readonly rejected: readonly Rejected[];
}

/**
 * Reads the stored report.
 * @returns null before the first scan
 */
const readReport = (path: string): Promise<OrphanList | null> =>
  client.request<OrphanList>('GET', path).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** Reads a stored report, and manages its selection and deletions. */
export function useOrphanReport(path: string, member: DeletionMember) {
  const { run, isBusy } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deletion, setDeletion] = useState<Deletion>();
  const report = useQuery({ queryKey: ['orphans', path], queryFn: () => readReport(path), gcTime: 0 });

  const scan = async (): Promise<void> => {
    await run(() => client.request('POST', `${path}/scan`), 'administration.orphans.scanned');
    setDeletion(undefined);
    await report.refetch();
  };
  /**
   * Deletes the selected items.
   * @returns whether the request succeeded
   */
  const remove = async (): Promise<boolean> => {
    const done = await run(() =>
      client.request<Deletion>('POST', `${path}/delete`, { body: { [member]: [...chosen] } }),
    );
    if (done === undefined) return false;
    setDeletion(done);
    setChosen(new Set());
    await report.refetch();
    return true;
  };
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  return { report, isBusy, chosen, setChosen, toggle, deletion, scan, remove };
}
