import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, type ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { publicationOf } from '../../api/publication.js';
import { useSession } from '../../session/session.js';
import { Choice } from './address-fields.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import type { BoardItem } from './board.js';
import { runAll } from './run-operations.js';
import { nameOfItem } from './board-item-row.js';

export interface RemoveComponentDialogProps {
  readonly item: BoardItem;
  readonly done: () => void;
  readonly close: () => void;
}

interface Usage {
  readonly total: number;
}

/** Confirmation that removes a component from its position or deletes it everywhere. */
export function RemoveComponentDialog({ item, done, close }: RemoveComponentDialogProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [what, setWhat] = useState<'place' | 'all'>('place');
  const component = item.component as ApiDocument | undefined;
  const type = model.types.find(({ name }) => name === component?.['@type']);
  const { data: usage } = useQuery({
    queryKey: ['page-tree-usage', component?.['@id']],
    queryFn: () =>
      client.request<Usage>('GET', component?.['@id'] ?? '', { below: '/usage' }).catch(() => null),
    enabled: component !== undefined,
    gcTime: 0,
  });
  const { pageDataProperty } = item.position as ApiDocument & { readonly pageDataProperty?: string };
  // The component of a slot belongs to the page data.
  const total = pageDataProperty === undefined ? usage?.total : 0;
  const run = async (): Promise<void> => {
    await (what === 'all' && component !== undefined
      ? runAll(removals(type, component))
      : client.request('DELETE', item.position['@id']));
    done();
  };
  return (
    <ActionDialog
      title={translate('pages.remove', { name: nameOfItem(model, item) })}
      action={translate('ra.action.remove')}
      isDangerous
      {...{ run, close }}
    >
      {total === 1 && <Typography>{translate('pages.only_place')}</Typography>}
      {total !== undefined && total > 1 && type?.may.delete === true && (
        <Choice
          label={translate('pages.places', { smart_count: total })}
          values={['place', 'all']}
          value={what}
          labelOf={(one) => translate(`pages.remove_from.${one}`)}
          change={setWhat}
        />
      )}
    </ActionDialog>
  );
}

/** Returns the requests that delete a component. A draft of a published component is another record. */
function removals(type: AdminType | undefined, component: ApiDocument) {
  const { published } = type === undefined ? {} : publicationOf(type, component);
  const iris = [component['@id'], ...(published === undefined ? [] : [published])];
  return iris.map((path, index) => ({ id: `remove_${index}`, method: 'DELETE' as const, path }));
}
