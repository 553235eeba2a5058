import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';

/** Menu item. */
export interface Action {
  readonly label: string;
  readonly run: () => void;
}

export interface ActionMenuProps {
  /** Object of the actions, for the accessible name of the button. */
  readonly title: string;
  readonly actions: readonly Action[];
}

/** Button with a menu of actions. It is hidden if there are none. */
export function ActionMenu({ title, actions }: ActionMenuProps): ReactElement | null {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={translate('pages.menu.of', { title })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map(({ label, run }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
