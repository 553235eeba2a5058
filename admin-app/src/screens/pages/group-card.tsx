import { useDroppable } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { nameOf } from '../../api/display-names.js';
import { allowedTypes, idOfItem, type Group } from './board.js';
import { slotOf } from './group-names.js';
import { BoardItemRow } from './board-item-row.js';
import type { Board } from './use-board.js';

export interface GroupCardProps {
  readonly group: Group;
  readonly board: Board;
  readonly isMovable: boolean;
  /** The group belongs to a component. */
  readonly isInner?: boolean;
}

/** Card with the positions of a group in their order. */
export function GroupCard({ group, board, isMovable, isInner = false }: GroupCardProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const id = group.group['@id'];
  const { setNodeRef, isOver } = useDroppable({ id, disabled: !isMovable });
  const items = board.itemsOf(group);
  const name = nameOf(slotOf(group.group as ApiDocument));
  const mayAdd = isMovable && model.types.some((one) => one.name === 'ComponentPosition' && one.may.create);
  const canTake = allowedTypes(model, group).length > 0;
  return (
    <Card
      component="section"
      variant={isInner ? 'outlined' : 'elevation'}
      aria-label={translate('pages.group', { name })}
      ref={setNodeRef}
      sx={{ mb: 2, ...(isOver ? { outline: 2, outlineColor: 'primary.main' } : {}) }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, gap: 1 }}>
        <Typography component="h3" variant="subtitle2" sx={{ flexGrow: 1 }}>
          {name}
        </Typography>
        {mayAdd && canTake && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            aria-label={translate('pages.add_to', { name })}
            onClick={() => board.want({ what: 'add', group })}
          >
            {translate('admin.add')}
          </Button>
        )}
      </Stack>
      <SortableContext id={id} items={items.map(idOfItem)} strategy={verticalListSortingStrategy}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((item, index) => (
            <BoardItemRow
              key={idOfItem(item)}
              {...{ item, board, isMovable, index }}
              count={items.length}
              drawGroup={(inner) => (
                <GroupCard key={inner.group['@id']} group={inner} {...{ board, isMovable }} isInner />
              )}
            />
          ))}
        </Box>
      </SortableContext>
      {items.length === 0 && (
        <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          {translate('pages.empty_group')}
        </Typography>
      )}
    </Card>
  );
}
