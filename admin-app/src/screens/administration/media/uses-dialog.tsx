import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { client, type ApiDocument } from '../../../api/client.js';
import { nameOf } from '../../../api/display-names.js';
import { useSession } from '../../../session/session.js';
import { useLabels } from '../../../form/use-related.js';
import { EntryList } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { RecordLink, typeOfIri } from '../../../ui/record-link.js';

export interface UsesDialogProps {
  readonly record: ApiDocument;
  readonly closed: () => void;
}

/** Maximum number of uses that are shown. */
const MOST = 50;

/** Dialog with the pages, layouts and components that contain a component. */
export function UsesDialog({ record, closed }: UsesDialogProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const places = usesOf(record);
  const found = useQuery({
    queryKey: ['uses', record['@id']],
    queryFn: () => holdersOf(places.slice(0, MOST)),
    gcTime: 0,
  });
  const labels = useLabels(found.data ?? []);
  return (
    <Dialog open onClose={closed} fullWidth maxWidth="sm" aria-labelledby="uses-title">
      <DialogTitle id="uses-title">{translate('people.files.where')}</DialogTitle>
      <DialogContent>
        <QueryResult query={found}>
          {(holders) => (
            <EntryList
              label={translate('people.files.where')}
              empty="people.files.in_data"
              entries={holders.map((iri) => ({
                key: iri,
                title: <RecordLink iri={iri} label={labels.get(iri) ?? iri} />,
                lines: [nameOf(typeOfIri(model.types, iri)?.name ?? '')],
              }))}
            />
          )}
        </QueryResult>
        {places.length > MOST &&
          translate('administration.orphans.and_more', { count: places.length - MOST })}
      </DialogContent>
      <DialogActions>
        <Button onClick={closed}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Reads the owners of the groups of the positions. Those that the user may not read are omitted. */
async function holdersOf(positions: readonly string[]): Promise<readonly string[]> {
  const read = (iri: string): Promise<ApiDocument | undefined> =>
    client.request<ApiDocument>('GET', iri).catch(() => undefined);
  const found = await Promise.all(positions.map(read));
  const groups = new Set(found.flatMap((position) => textsOf(position?.['componentGroup'])));
  const holders = await Promise.all([...groups].map(read));
  return [
    ...new Set(
      holders.flatMap((group) =>
        ['pages', 'layouts', 'components'].flatMap((name) => textsOf(group?.[name])),
      ),
    ),
  ];
}

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

/** Returns the IRIs of the positions of a component. */
export const usesOf = ({
  componentPositions,
}: ApiDocument & { readonly componentPositions?: unknown }): string[] =>
  Array.isArray(componentPositions) ? componentPositions.map(String) : [];
