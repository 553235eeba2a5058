import { useEffect, useRef, useState } from 'react';
import { historyOf } from '../../../../templates/client/history.js';
import { ApiError } from '../../../../templates/client/errors.js';
import { client, resourceOf } from '../../api/client.js';
import { isSame } from '../../api/is-same.js';
import type { AdminMember, AdminType } from '../../api/model.js';
import { publicationOf } from '../../api/publication.js';
import { iriOf, readingOf, readRecordOf, type AdminRecord } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { isVisibleNow } from '../../api/visible-stream.js';
import { onUpdate, type Update } from '../../api/hub-updates.js';

/** Interval of checks without a hub. */
const EVERY_MS = 20_000;
/** Delay of a check, so that the response to an own change arrives first. */
const REST_MS = 300;

/** Change of the open record by another user. */
export interface RemoteChange {
  readonly record: AdminRecord;
  /** Changed members. */
  readonly members: readonly AdminMember[];
  readonly author?: string;
  /** Time of the change, as the API formats it. */
  readonly madeAt?: string;
}

export interface WatchedRecord {
  readonly remote: RemoteChange | undefined;
  /** The record was deleted. */
  readonly isGone: boolean;
  /**
   * Checks now, after a save that failed because the record had changed.
   * @returns the current record with its changed members; undefined if it was deleted or is not readable
   */
  look(): Promise<RemoteChange | undefined>;
}

const history = historyOf(client);

/** Watches an open record for changes by other users. */
export function useRemoteChange(type: AdminType, record: AdminRecord, isBusy: boolean): WatchedRecord {
  const { model } = useSession();
  const [found, setFound] = useState<{ readonly of: unknown; readonly remote?: RemoteChange }>();
  const hub = model.service.hub;
  const iri = iriOf(type, record.id);
  const reading = readingOf(record);
  const isMine = useRef(isBusy);
  isMine.current = isBusy;
  const shown = useRef(record);
  shown.current = record;

  const look = async (isRefused: boolean): Promise<RemoteChange | undefined> => {
    const of = readingOf(shown.current);
    const isStill = (): boolean => readingOf(shown.current) === of && (isRefused || !isMine.current);
    try {
      const read = readRecordOf(type, await client.get(resourceOf(type), iri));
      const present: AdminRecord = { ...read, id: record.id };
      const members = differing(type, shown.current, present);
      if (!isStill()) return undefined;
      if (members.length === 0 && present['@id'] === shown.current['@id'])
        return { record: present, members };
      const made = model.features.includes('history') ? await lastChange(present['@id']) : {};
      const remote = { record: present, members, ...made };
      if (isStill()) setFound({ of, remote });
      return remote;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && isStill()) setFound({ of });
      return undefined;
    }
  };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      if (!isVisibleNow()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(false), REST_MS);
    };
    const received = (update: Update): void => {
      const { '@id': changed } = update;
      const known = [iri, shown.current['@id'], publicationOf(type, shown.current).published];
      const { published = changed } = publicationOf(type, update);
      if (changed === undefined || known.includes(changed) || known.includes(published)) soon();
    };
    const unsubscribe = hub === null ? undefined : onUpdate(hub, received);
    const every = setInterval(soon, EVERY_MS);
    addEventListener('focus', soon);
    return () => {
      clearTimeout(timer);
      clearInterval(every);
      removeEventListener('focus', soon);
      unsubscribe?.();
    };
  }, [hub, iri]);

  // The result only applies to the reading that was shown at that time.
  const isNow = found !== undefined && found.of === reading;
  return {
    remote: isNow ? found.remote : undefined,
    isGone: isNow && found.remote === undefined,
    look: () => look(true),
  };
}

/** Returns the visible members that differ. */
export const differing = (type: AdminType, one: AdminRecord, other: AdminRecord): readonly AdminMember[] =>
  type.members.filter(
    ({ name, readOnly, writeOnly }) => !readOnly && !writeOnly && !isSame(one[name], other[name]),
  );

/** Returns the time of the last change, and its author if the user may see the history. */
const lastChange = (iri: string): Promise<{ readonly author?: string; readonly madeAt?: string }> =>
  history.list(iri).then(
    ({ revisions: [last] }) =>
      last === undefined
        ? {}
        : { madeAt: last.madeAt, ...(last.author === null ? {} : { author: last.author }) },
    () => ({}),
  );
