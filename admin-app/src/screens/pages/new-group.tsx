import TextField from '@mui/material/TextField';
import Button from '@mui/material/Button';
import AddIcon from '@mui/icons-material/Add';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { ActionDialog } from '../../ui/action-dialog.js';
import { runAll } from './run-operations.js';
import { groupOperation } from './tree-requests.js';

export interface NewGroupProps {
  readonly owner: string;
  readonly kind: 'pages' | 'layouts';
  /** The page has no group yet. */
  readonly isFirst: boolean;
  readonly done: () => void;
}

/** Button and dialog that create a component group. */
export function NewGroup({ owner, kind, isFirst, done }: NewGroupProps): ReactElement {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(isFirst ? 'primary' : '');
  return (
    <>
      <Button size="small" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        {translate('pages.new_group')}
      </Button>
      {isOpen && (
        <ActionDialog
          title={translate('pages.new_group')}
          action={translate('ra.action.create')}
          isDisabled={name.trim() === ''}
          run={() => runAll([groupOperation(name.trim(), owner, kind)]).then(done)}
          close={() => setOpen(false)}
        >
          <TextField
            autoFocus
            required
            margin="dense"
            label={translate('pages.group_name')}
            helperText={translate('pages.group_help')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}
