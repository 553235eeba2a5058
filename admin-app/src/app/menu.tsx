import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AdminType, Group } from '../api/model.js';
import { useSession } from './session.js';
import { nameOf } from './names.js';

const GROUPS: readonly Group[] = ['component', 'page_data', 'structure', 'site', 'people'];

export interface MenuProps {
  /** Somebody went somewhere. */
  readonly chosen: () => void;
}

/** The types that may be listed, by what they are for. */
export function Menu({ chosen }: MenuProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const listed = model.types.filter(({ may }) => may.list);
  return (
    <nav aria-label={translate('admin.open_menu')}>
      {GROUPS.map((group) => ({ group, types: listed.filter((type) => type.group === group) }))
        .filter(({ types }) => types.length > 0)
        .map(({ group, types }) => (
          <MenuGroup key={group} title={translate(`admin.group.${group}`)} {...{ types, chosen }} />
        ))}
    </nav>
  );
}

interface MenuGroupProps extends MenuProps {
  readonly title: string;
  readonly types: readonly AdminType[];
}

function MenuGroup({ title, types, chosen }: MenuGroupProps): ReactElement {
  const [, current] = useLocation().pathname.split('/');
  return (
    <>
      <Typography component="h2" variant="overline" sx={{ px: 2, color: 'text.secondary' }}>
        {title}
      </Typography>
      <List dense disablePadding aria-label={title}>
        {types.map(({ name }) => (
          <ListItem key={name} disablePadding>
            <ListItemButton
              component={Link}
              to={`/${name}`}
              onClick={chosen}
              selected={name === current}
              aria-current={name === current ? 'page' : undefined}
            >
              <ListItemText primary={nameOf(name)} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </>
  );
}
