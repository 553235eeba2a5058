import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Confirm } from 'ra-ui-materialui';
import { useState, type ReactElement } from 'react';

export interface ConfirmButtonProps extends Pick<
  ButtonProps,
  'color' | 'variant' | 'disabled' | 'startIcon'
> {
  /** Translated label of the button. */
  readonly label: string;
  /** Object of the action, added to the accessible name. */
  readonly of?: string;
  /** Translated question of the dialog. */
  readonly question: string;
  readonly confirmed: () => void;
}

/** Button that opens a confirmation dialog. */
export function ConfirmButton({
  label,
  of,
  question,
  confirmed,
  ...button
}: ConfirmButtonProps): ReactElement {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        {...button}
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={label}
        content={question}
        confirm={label}
        cancel={translate('ra.action.cancel')}
        onConfirm={() => {
          setOpen(false);
          confirmed();
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
