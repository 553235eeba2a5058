import { useQuery } from '@tanstack/react-query';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { NodeDialogProps } from './address-dialog.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import { pathOf, withDescendants, type PageNode, type Site } from './site.js';
import { changeParent, readAgain } from './tree-requests.js';

/** Dialog that changes the parent of a page. */
export function ParentDialog({
  site,
  node,
  done,
  close,
}: NodeDialogProps & { readonly site: Site }): ReactElement {
  const translate = useTranslate();
  const { record } = node;
  const { data } = useQuery({
    queryKey: ['page-tree-record', record['@id']],
    queryFn: () => readAgain(record['@id']),
    gcTime: 0,
  });
  const own = new Set(withDescendants(node).map((one) => one.record['@id']));
  const options = [...site.nodes.values()].filter((one) => !one.isTemplate && !own.has(one.record['@id']));
  const before = options.find((one) => isParent(one, node));
  const [chosen, setChosen] = useState<PageNode | null | undefined>();
  const parent = chosen === undefined ? (before ?? null) : chosen;
  return (
    <ActionDialog
      title={translate('pages.move_page', { title: node.title })}
      action={translate('ra.action.save')}
      isDisabled={parent === (before ?? null)}
      run={() => changeParent(data ?? record['@id'], parent?.record).then(done)}
      close={close}
    >
      <Autocomplete<PageNode>
        options={options}
        value={parent}
        getOptionLabel={labelOf}
        getOptionKey={(one) => one.record['@id']}
        onChange={(_event, one) => setChosen(one)}
        renderInput={(input) => (
          <TextField
            {...input}
            autoFocus
            margin="dense"
            label={translate('pages.parent')}
            placeholder={translate('pages.top')}
          />
        )}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('pages.parent_help')}
      </Typography>
    </ActionDialog>
  );
}

const labelOf = (node: PageNode): string => {
  const path = pathOf(node);
  return path === undefined ? node.title : `${node.title} (${path})`;
};

const isParent = ({ record }: PageNode, { record: child }: PageNode): boolean =>
  child['parentPage'] === record['@id'] || child['parentPageData'] === record['@id'];
