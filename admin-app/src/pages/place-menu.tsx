import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ApiDocument } from '../api/client.js';
import { useSession } from '../app/session.js';
import { stateOf } from '../list/state.js';
import { formOf } from './addresses.js';
import { slotOf } from './groups.js';
import type { Place } from './board.js';
import type { Board } from './use-board.js';

export interface PlaceProps {
  readonly place: Place;
  readonly board: Board;
  readonly isMovable: boolean;
  readonly index: number;
  readonly count: number;
}

interface Entry {
  readonly label: string;
  readonly run: () => void;
}

/** What can be done about a place and its component, without a mouse and on phones too. */
export function PlaceMenu(props: PlaceProps & { readonly name: string }): ReactElement | null {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const entries = useEntries(props);
  if (entries.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={translate('pages.menu.of', { title: props.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(({ label, run }) => (
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

function useEntries({
  place,
  board,
  isMovable,
  index,
  count,
  name,
}: PlaceProps & { readonly name: string }): Entry[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { model } = useSession();
  const component = place.component as ApiDocument | undefined;
  const type = model.types.find((one) => one.name === component?.['@type']);
  const mayRemove = model.types.some((one) => one.name === 'ComponentPosition' && one.may.delete);
  const entries: (Entry | false)[] = [
    component !== undefined && {
      label: translate('ra.action.edit'),
      run: () => board.want({ what: 'edit', place }),
    },
    component !== undefined &&
      type?.publishable === true &&
      type.may.publish &&
      stateOf(component, new Date()) !== 'published' && {
        label: translate('admin.publish'),
        run: () => board.publish(place),
      },
    isMovable &&
      index > 0 && { label: translate('admin.move_up', { name }), run: () => board.move(place, index - 1) },
    isMovable &&
      index < count - 1 && {
        label: translate('admin.move_down', { name }),
        run: () => board.move(place, index + 1),
      },
    ...board.otherGroups(place).map(
      (group): Entry | false =>
        isMovable && {
          label: translate('pages.move_to', { name: slotOf(group.group as ApiDocument) }),
          run: () => board.move(place, group.positions.length, group.group['@id']),
        },
    ),
    component !== undefined && {
      label: translate('pages.whole_form'),
      run: () => void navigate(formOf(component)),
    },
    isMovable &&
      mayRemove && { label: translate('ra.action.remove'), run: () => board.want({ what: 'remove', place }) },
  ];
  return entries.filter((entry) => entry !== false);
}
