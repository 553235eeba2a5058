import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Group } from '../api/model.js';
import { useSession } from '../session/session.js';
import { nameOf } from '../api/display-names.js';
import { allScreens } from './extensions/extension-screens.js';
import type { ScreenGroup } from '../ui/screen.js';

const GROUPS: readonly Group[] = ['component', 'page_data', 'site', 'people', 'structure'];

export interface MenuProps {
  /** Called after a menu item was chosen. */
  readonly chosen: () => void;
}

/** Menu item. */
interface Entry {
  /** Path below the base path of the admin. */
  readonly path: string;
  readonly label: string;
}

/** Menu with the screens of the site, then the types by group, then the administration. */
export function Menu({ chosen }: MenuProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const screens = allScreens().filter(({ isFor }) => isFor(model));
  const left = new Set(screens.map(({ insteadOf }) => insteadOf));
  const listed = model.types.filter(({ name, may }) => may.list && !left.has(name));
  const screensOf = (wanted: ScreenGroup): Entry[] =>
    screens
      .filter(({ group }) => group === wanted)
      .map(({ path, label }) => ({ path, label: translate(label) }));
  const typesOf = (wanted: Group): Entry[] =>
    listed.filter(({ group }) => group === wanted).map(({ name }) => ({ path: name, label: nameOf(name) }));
  const groups = [
    ...(['pages', 'extensions'] as const).map((group) => ({ group, entries: screensOf(group) })),
    ...GROUPS.map((group) => ({ group, entries: typesOf(group) })),
    { group: 'administration', entries: screensOf('administration') },
  ];
  return (
    <nav aria-label={translate('admin.open_menu')}>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ group, entries }) => (
          <MenuGroup key={group} title={translate(`admin.group.${group}`)} {...{ entries, chosen }} />
        ))}
    </nav>
  );
}

interface MenuGroupProps extends MenuProps {
  readonly title: string;
  readonly entries: readonly Entry[];
}

function MenuGroup({ title, entries, chosen }: MenuGroupProps): ReactElement {
  const [, current] = useLocation().pathname.split('/');
  return (
    <>
      <Typography component="h2" variant="overline" sx={{ px: 2, color: 'text.secondary' }}>
        {title}
      </Typography>
      <List dense disablePadding aria-label={title}>
        {entries.map(({ path, label }) => (
          <ListItem key={path} disablePadding>
            <ListItemButton
              component={Link}
              to={`/${path}`}
              onClick={chosen}
              selected={path === current}
              aria-current={path === current ? 'page' : undefined}
            >
              <ListItemText primary={label} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </>
  );
}
