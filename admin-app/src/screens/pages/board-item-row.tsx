import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { useSession } from '../../session/session.js';
import { nameOf } from '../../api/display-names.js';
import { Thumbnail } from '../../ui/file-preview.js';
import { PublicationState } from '../../ui/publication-state.js';
import type { ApiDocument } from '../../api/client.js';
import type { AdminModel } from '../../api/model.js';
import { labelOf } from '../../api/records.js';
import { idOfItem, type Group, type BoardItem } from './board.js';
import { BoardItemMenu, type BoardItemProps } from './board-item-menu.js';

interface PlaceRowProps extends BoardItemProps {
  /** Renders a group of the component. */
  readonly drawGroup: (group: Group) => ReactElement;
}

/** Row of a position: its component, the publication state and the actions. */
export function BoardItemRow(props: PlaceRowProps): ReactElement {
  const { item, board, isMovable, index, count, drawGroup } = props;
  const translate = useTranslate();
  const { model } = useSession();
  const id = idOfItem(item);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: !isMovable });
  const name = nameOfItem(model, item) || translate('pages.empty_place');
  const component = item.component as ApiDocument | undefined;
  const type = model.types.find((one) => one.name === component?.['@type']);
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        opacity: isDragging ? 0.4 : 1,
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, px: 1, py: 0.5, minHeight: 52 }}>
        {isMovable && (
          <IconButton
            ref={setActivatorNodeRef}
            size="small"
            sx={{ cursor: 'grab', touchAction: 'none' }}
            {...attributes}
            {...listeners}
            aria-label={translate('pages.drag', { name })}
          >
            <DragIndicator fontSize="small" />
          </IconButton>
        )}
        {component !== undefined && type?.files[0] !== undefined && (
          <Thumbnail record={component} member={type.files[0]} />
        )}
        <Box sx={{ flexGrow: 1, minWidth: 0, ml: 0.5 }}>
          {component === undefined ? (
            <Typography sx={{ color: 'text.secondary' }}>{name}</Typography>
          ) : (
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="hover"
              sx={{ fontWeight: 500, textAlign: 'left' }}
              onClick={() => board.want({ what: 'edit', item })}
            >
              {name}
            </Link>
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {component === undefined ? '' : nameOf(component['@type'])}
          </Typography>
        </Box>
        <SlotChip item={item} />
        {component !== undefined && type?.publishable && <PublicationState type={type} record={component} />}
        {isMovable && (
          <Box sx={{ display: { xs: 'none', sm: 'flex' } }}>
            <IconButton
              size="small"
              disabled={index === 0}
              aria-label={translate('admin.move_up', { name })}
              onClick={() => board.move(item, index - 1)}
            >
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              disabled={index === count - 1}
              aria-label={translate('admin.move_down', { name })}
              onClick={() => board.move(item, index + 1)}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
          </Box>
        )}
        <BoardItemMenu {...{ item, board, name, isMovable, index, count }} />
      </Stack>
      {item.groups.length > 0 && (
        <Box sx={{ ml: { xs: 1.5, sm: 4 }, mr: 1, mb: 1 }}>{item.groups.map(drawGroup)}</Box>
      )}
    </Box>
  );
}

/** Marks a position that shows a slot of page data. */
function SlotChip({ item }: { readonly item: BoardItem }): ReactElement | null {
  const translate = useTranslate();
  const { pageDataProperty } = item.position as ApiDocument & { readonly pageDataProperty?: string };
  if (pageDataProperty === undefined) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      label={translate('pages.slot', { name: nameOf(pageDataProperty) })}
    />
  );
}

/** Returns the label of the component at a position. */
export function nameOfItem({ types }: AdminModel, { component, position }: BoardItem): string {
  if (component === undefined) {
    const { pageDataProperty } = position as ApiDocument & { readonly pageDataProperty?: string };
    return pageDataProperty === undefined ? '' : nameOf(pageDataProperty);
  }
  const type = types.find(({ name }) => name === component['@type']);
  const label = labelOf(type, component as ApiDocument);
  // A label that is only the end of the IRI is replaced by the name of the type.
  return component['@id'].endsWith(label) ? nameOf(component['@type']) : label;
}
