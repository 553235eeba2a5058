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

/** Takes a component from where it stands, or from everywhere; what goes with it is said before. */
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
  // What a place of a template shows belongs to its page.
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

/** A draft of something published is a record of its own. */
function removals(type: AdminType | undefined, component: ApiDocument) {
  const { published } = type === undefined ? {} : publicationOf(type, component);
  const iris = [component['@id'], ...(published === undefined ? [] : [published])];
  return iris.map((path, index) => ({ id: `remove_${index}`, method: 'DELETE' as const, path }));
}
