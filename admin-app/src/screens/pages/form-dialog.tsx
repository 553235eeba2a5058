import CloseIcon from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId, useRef, type ReactElement, type ReactNode } from 'react';

export interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly close: () => void;
}

/** Dialog with the form of a record. A click outside does not close it. */
export function FormDialog({ title, children, close }: FormDialogProps): ReactElement {
  const translate = useTranslate();
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      onClose={(_event, reason) => reason === 'escapeKeyDown' && close()}
      aria-labelledby={id}
      slotProps={{ transition: { onEntered: () => focusFirst(content.current) } }}
    >
      <DialogTitle id={id} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      <IconButton
        aria-label={translate('ra.action.close')}
        onClick={close}
        sx={{ position: 'absolute', right: 8, top: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent ref={content} sx={{ p: 0 }}>
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Focuses the first input. Inputs that load later, such as the editor, focus themselves. */
function focusFirst(content: HTMLElement | null): void {
  const first = content?.querySelector<HTMLElement>(
    'input:not([type=file]):not([type=checkbox]), textarea, [role=textbox], [role=combobox], [role=button], li button',
  );
  if (content?.contains(document.activeElement) === false) first?.focus();
}
