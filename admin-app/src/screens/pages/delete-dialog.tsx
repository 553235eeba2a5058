import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import type { NodeDialogProps } from './address-dialog.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import { pathOf } from './site.js';
import { newRequestId, readAgain, remove } from './tree-requests.js';
import { useDeleted } from './undo-delete.js';

/** Confirmation that lists what is deleted together with a page. */
export function DeleteDialog({ node, done, close }: NodeDialogProps): ReactElement {
  const translate = useTranslate();
  const { record, redirects, children, isPageData, isTemplate } = node;
  const { data } = useQuery({
    queryKey: ['page-tree-record', record['@id']],
    queryFn: () => readAgain(record['@id']),
    gcTime: 0,
  });
  const deleted = useDeleted(done);
  const run = async (): Promise<void> => {
    const requestId = newRequestId();
    await remove(data ?? record['@id'], requestId);
    done();
    deleted({ title: node.title, requestId });
  };
  const path = pathOf(node);
  const lines = [
    translate(isPageData ? 'pages.gone.slots' : 'pages.gone.groups'),
    ...(path === undefined ? [] : [translate('pages.gone.route', { path })]),
    ...(redirects.length === 0 ? [] : [translate('pages.gone.redirects', { smart_count: redirects.length })]),
    ...(children.length === 0 || isTemplate
      ? []
      : [translate('pages.gone.children', { smart_count: children.length })]),
  ];
  return (
    <ActionDialog
      title={translate('pages.delete', { title: node.title })}
      action={translate('ra.action.delete')}
      isDangerous
      run={run}
      close={close}
    >
      <ul style={{ margin: 0 }}>
        {lines.map((line) => (
          <Typography component="li" key={line}>
            {line}
          </Typography>
        ))}
      </ul>
    </ActionDialog>
  );
}
