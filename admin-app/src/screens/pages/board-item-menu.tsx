import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ApiDocument } from '../../api/client.js';
import { stateOf } from '../../api/publication.js';
import { useSession } from '../../session/session.js';
import { ActionMenu, type Action } from './action-menu.js';
import { formOf } from './addresses.js';
import { slotOf } from './group-names.js';
import type { BoardItem } from './board.js';
import type { Board } from './use-board.js';

export interface BoardItemProps {
  readonly item: BoardItem;
  readonly board: Board;
  readonly isMovable: boolean;
  readonly index: number;
  readonly count: number;
}

/** Actions for a position and its component, also available without a mouse. */
export function BoardItemMenu(props: BoardItemProps & { readonly name: string }): ReactElement {
  return <ActionMenu title={props.name} actions={useActions(props)} />;
}

function useActions({
  item,
  board,
  isMovable,
  index,
  count,
  name,
}: BoardItemProps & { readonly name: string }): Action[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { model } = useSession();
  const component = item.component as ApiDocument | undefined;
  const type = model.types.find((one) => one.name === component?.['@type']);
  const mayRemove = model.types.some((one) => one.name === 'ComponentPosition' && one.may.delete);
  const actions: (Action | false)[] = [
    component !== undefined && {
      label: translate('ra.action.edit'),
      run: () => board.want({ what: 'edit', item }),
    },
    component !== undefined &&
      type !== undefined &&
      type.publishable !== null &&
      type.may.publish &&
      stateOf(type, component, new Date()) !== 'published' && {
        label: translate('admin.publish'),
        run: () => board.publish(item),
      },
    isMovable &&
      index > 0 && { label: translate('admin.move_up', { name }), run: () => board.move(item, index - 1) },
    isMovable &&
      index < count - 1 && {
        label: translate('admin.move_down', { name }),
        run: () => board.move(item, index + 1),
      },
    ...board.otherGroups(item).map(
      (group): Action | false =>
        isMovable && {
          label: translate('pages.move_to', { name: slotOf(group.group as ApiDocument) }),
          run: () => board.move(item, group.positions.length, group.group['@id']),
        },
    ),
    component !== undefined && {
      label: translate('pages.open_form'),
      run: () => void navigate(formOf(component)),
    },
    isMovable &&
      mayRemove && { label: translate('ra.action.remove'), run: () => board.want({ what: 'remove', item }) },
  ];
  return actions.filter((action) => action !== false);
}
