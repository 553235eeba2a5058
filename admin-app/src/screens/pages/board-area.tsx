import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { nameOf } from '../../api/display-names.js';
import { allGroups, groupOf, groupsWithin, moved } from './board.js';
import { slotOf } from './group-names.js';
import { nameOfItem } from './board-item-row.js';
import type { Board } from './use-board.js';

/** Distance in pixels before dragging starts, so that a click moves nothing. */
const DISTANCE = 6;

export interface BoardAreaProps {
  readonly board: Board;
  readonly children: ReactNode;
}

/** Area for dragging components by mouse, touch or keyboard, with announcements for screen readers. */
export function BoardArea({ board, children }: BoardAreaProps): ReactElement {
  const { model } = useSession();
  const translate = useTranslate();
  const [active, setActive] = useState<UniqueIdentifier>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DISTANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const dragged = active === undefined ? undefined : board.itemAt(String(active));

  /** Splits a drop target into its group and the index in it. */
  const targetOf = (over: string): { group: string; index: number } | undefined => {
    const group = board.order.has(over) ? over : groupOf(board.order, over);
    if (group === undefined) return undefined;
    const items = board.order.get(group) ?? [];
    return { group, index: group === over ? items.length : items.indexOf(over) };
  };

  const isOver = ({ active: { id }, over }: DragOverEvent): void => {
    if (over === null) return;
    const to = targetOf(String(over.id));
    const own = groupOf(board.order, String(id));
    if (to === undefined || to.group === own || groupsWithin(board.itemAt(String(id))).has(to.group)) return;
    board.preview(moved(board.order, String(id), to));
  };

  const isDropped = ({ active: { id }, over }: DragEndEvent): void => {
    setActive(undefined);
    const item = board.itemAt(String(id));
    const group = groupOf(board.order, String(id));
    if (over === null || item === undefined || group === undefined) return board.preview(undefined);
    const items = board.order.get(group) ?? [];
    // Items of the same group use the index of the item below the pointer. Others use the index where they were shown.
    const there = items.indexOf(String(over.id));
    const index = there === -1 ? items.indexOf(String(id)) : there;
    const isUnmoved = board.stored.get(group)?.indexOf(String(id)) === index;
    if (isUnmoved) board.preview(undefined);
    else board.move(item, index, group);
  };

  const announcements = announcementsOf(board, translate, (id) => {
    const item = board.itemAt(String(id));
    return item === undefined ? '' : nameOfItem(model, item);
  });

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearest}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: translate('pages.drag_help') },
      }}
      onDragStart={({ active: { id } }) => setActive(id)}
      onDragOver={isOver}
      onDragEnd={isDropped}
      onDragCancel={() => {
        setActive(undefined);
        board.preview(undefined);
      }}
    >
      {children}
      <DragOverlay>
        {dragged !== undefined && (
          <Paper elevation={6} sx={{ px: 2, py: 1.5 }}>
            {nameOfItem(model, dragged)}
          </Paper>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Finds the innermost target at the pointer, or the nearest one for the keyboard. */
const nearest: CollisionDetection = (given) => {
  const within = pointerWithin(given);
  if (within.length === 0) return closestCenter(given);
  const sizeOf = (id: UniqueIdentifier): number => {
    const rect = given.droppableRects.get(id);
    return rect === undefined ? Infinity : rect.width * rect.height;
  };
  return within.toSorted((one, other) => sizeOf(one.id) - sizeOf(other.id));
};

type Translate = ReturnType<typeof useTranslate>;

/** Returns the announcements for screen readers during dragging. */
function announcementsOf(
  board: Board,
  translate: Translate,
  labelOf: (id: UniqueIdentifier) => string,
): Announcements {
  const where = (id: UniqueIdentifier): string => {
    const group = groupOf(board.order, String(id)) ?? String(id);
    const node = allGroups(board.groups).find((one) => one.group['@id'] === group);
    const number = (board.order.get(group) ?? []).indexOf(String(id)) + 1;
    const name = node === undefined ? '' : nameOf(slotOf(node.group as ApiDocument));
    return translate('pages.announcement.where', { number: Math.max(number, 1), name });
  };
  const said = (what: string, id: UniqueIdentifier, over?: UniqueIdentifier): string =>
    translate(`pages.announcement.${what}`, { name: labelOf(id), where: where(over ?? id) });
  return {
    onDragStart: ({ active }) => said('start', active.id),
    onDragOver: ({ active, over }) => (over === null ? undefined : said('over', active.id, over.id)),
    onDragEnd: ({ active, over }) => said(over === null ? 'cancel' : 'end', active.id, over?.id),
    onDragCancel: ({ active }) => said('cancel', active.id),
  };
}
