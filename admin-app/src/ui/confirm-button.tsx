import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Confirm } from 'ra-ui-materialui';
import { useState, type ReactElement } from 'react';

export interface ConfirmButtonProps extends Pick<
  ButtonProps,
  'color' | 'variant' | 'disabled' | 'startIcon'
> {
  /** What the button says, in words. */
  readonly label: string;
  /** What a screen reader is told, where the label alone does not say of what. */
  readonly of?: string;
  /** What is asked, in words. */
  readonly question: string;
  readonly confirmed: () => void;
}

/** A button for what is not easily taken back. */
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
