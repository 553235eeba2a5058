import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';

export interface OrderButtonsProps {
  /** Label of the entry. */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly move: (to: number) => void;
  readonly remove: () => void;
}

/** Buttons that move or remove a list entry, for keyboards and phones. */
export function OrderButtons({ name, index, count, move, remove }: OrderButtonsProps): ReactElement {
  const translate = useTranslate();
  return (
    <>
      <IconButton
        size="small"
        disabled={index === 0}
        aria-label={translate('admin.move_up', { name })}
        onClick={() => move(index - 1)}
      >
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        disabled={index === count - 1}
        aria-label={translate('admin.move_down', { name })}
        onClick={() => move(index + 1)}
      >
        <ArrowDownward fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={translate('admin.remove', { name })} onClick={remove}>
        <Close fontSize="small" />
      </IconButton>
    </>
  );
}

/** Returns a copy of the list with another entry. */
export const insertAt = <Entry,>(entries: readonly Entry[], at: number, entry: Entry): Entry[] => [
  ...entries.slice(0, at),
  entry,
  ...entries.slice(at),
];
