import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import type { Editor } from '@tiptap/core';
import { useTranslate } from 'ra-core';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { isSafeAddress } from './known-markup.js';

export interface LinkDialogProps {
  readonly editor: Editor;
  readonly close: () => void;
}

/** Dialog for the link of the selected text. */
export function LinkDialog({ editor, close }: LinkDialogProps): ReactElement {
  const translate = useTranslate();
  const known: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof known === 'string' ? known : '');
  const [isRefused, setRefused] = useState(false);
  const whole = () => editor.chain().focus().extendMarkRange('link');
  const set = (): void => {
    const href = address.trim();
    if (!isSafeAddress(href)) return setRefused(true);
    const { empty, from } = editor.state.selection;
    // Without a selection, the address becomes the text of the link.
    if (empty && typeof known !== 'string')
      editor
        .chain()
        .focus()
        .insertContentAt(from, { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else whole().setLink({ href }).run();
    close();
  };
  const remove = (): void => {
    whole().unsetLink().run();
    close();
  };
  const enter = (event: KeyboardEvent): void => {
    // Prevents the submission of the surrounding form.
    event.stopPropagation();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    set();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="link-dialog">
      <DialogTitle id="link-dialog">{translate('content.rich.link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          label={translate('content.rich.address')}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={enter}
          error={isRefused}
          helperText={translate('content.rich.addresses')}
        />
      </DialogContent>
      <DialogActions>
        {typeof known === 'string' && (
          <Button color="error" onClick={remove}>
            {translate('content.rich.unlink')}
          </Button>
        )}
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={set}>
          {translate('content.rich.set')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
