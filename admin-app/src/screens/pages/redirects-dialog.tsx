import DeleteIcon from '@mui/icons-material/Delete';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { useType } from '../../session/session.js';
import type { NodeDialogProps } from './address-dialog.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { addRedirect, readAgain, remove } from './tree-requests.js';

/** Dialog for the redirects to a page. */
export function RedirectsDialog({ node, done, close }: NodeDialogProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const type = useType('Route');
  const [path, setPath] = useState('');
  const { route, redirects } = node;
  const drop = (redirect: ApiDocument): void =>
    void readAgain(redirect['@id'])
      .then((read) => remove(read))
      .catch((error: unknown) => notify(reasonOf(error), { type: 'error' }))
      .finally(done);
  const run = async (): Promise<void> => {
    await addRedirect(path, route?.['@id'] ?? '');
    done();
  };
  return (
    <ActionDialog
      title={translate('pages.redirects_of', { path: String(route?.['path']) })}
      action={translate('pages.add_redirect')}
      isDisabled={path.trim() === ''}
      {...{ run, close }}
    >
      {redirects.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{translate('pages.no_redirects')}</Typography>
      )}
      <List dense disablePadding>
        {redirects.map((redirect) => (
          <ListItem
            key={redirect['@id']}
            disableGutters
            secondaryAction={
              type.may.delete && (
                <IconButton
                  edge="end"
                  aria-label={translate('admin.remove', { name: String(redirect['path']) })}
                  onClick={() => drop(redirect)}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )
            }
          >
            <ListItemText primary={String(redirect['path'])} />
          </ListItem>
        ))}
      </List>
      <TextField
        label={translate('pages.redirect_from')}
        placeholder="/"
        value={path}
        onChange={({ target }) => setPath(target.value)}
      />
    </ActionDialog>
  );
}
