import AccountCircle from '@mui/icons-material/AccountCircle';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useLocaleState, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { LANGUAGES } from '../i18n/i18n.js';
import { useSession } from '../session/session.js';
import { SCHEMES, useScheme } from '../ui/theme.js';

/** Menu for color scheme, language and sign-out. */
export function UserMenu(): ReactElement {
  const translate = useTranslate();
  const { model, signOut } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [scheme, setScheme] = useScheme();
  const [locale, setLocale] = useLocaleState();
  const label = translate('admin.signed_in_as', { name: model.me.username });
  return (
    <>
      <IconButton
        color="inherit"
        edge="end"
        aria-haspopup="menu"
        aria-label={label}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircle />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        onClick={() => setAnchor(null)}
      >
        {SCHEMES.map((one) => (
          <MenuItem key={one} role="menuitemradio" {...chosen(one === scheme)} onClick={() => setScheme(one)}>
            {translate(`admin.theme.${one}`)}
          </MenuItem>
        ))}
        <Divider />
        {LANGUAGES.map((one) => (
          <MenuItem
            key={one.locale}
            role="menuitemradio"
            lang={one.locale}
            {...chosen(one.locale === locale)}
            onClick={() => setLocale(one.locale)}
          >
            {one.name}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => void signOut()}>{translate('admin.sign_out')}</MenuItem>
      </Menu>
    </>
  );
}

const chosen = (isChosen: boolean): { readonly selected: boolean; readonly 'aria-checked': boolean } => ({
  selected: isChosen,
  'aria-checked': isChosen,
});
