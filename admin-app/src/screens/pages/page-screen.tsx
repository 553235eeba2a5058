import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { Title } from 'ra-ui-materialui';
import { useState, type ReactElement } from 'react';
import { Link as To, useParams } from 'react-router-dom';
import type { ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { LoadFailed, Loading } from '../../ui/loading.js';
import { AddComponentDialog } from './add-component-dialog.js';
import { addressOf } from './addresses.js';
import { BoardArea } from './board-area.js';
import type { Group } from './board.js';
import { EditComponentDialog } from './edit-component-dialog.js';
import { GroupCard } from './group-card.js';
import { NewGroup } from './new-group.js';
import { PageHeader } from './page-header.js';
import { Preview } from './preview.js';
import { RemoveComponentDialog } from './remove-component-dialog.js';
import { Slots } from './slots.js';
import { useBoard, type Board } from './use-board.js';
import { usePage, type Tree } from './use-page.js';

/** Page editor: the groups of a page with their components, and a preview. */
export default function PageScreen(): ReactElement {
  const { id = '' } = useParams();
  const { tree, error, reload } = usePage(id);
  if (tree !== undefined) return <Page key={id} {...{ tree, reload }} />;
  return error === undefined ? <Loading /> : <LoadFailed error={error} retry={() => void reload()} />;
}

interface PageProps {
  readonly tree: Tree;
  readonly reload: () => Promise<void>;
}

function Page({ tree, reload }: PageProps): ReactElement | null {
  const translate = useTranslate();
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const [isPreviewed, setPreviewed] = useState(false);
  const depth = tree.depths.at(-1);
  const page = depth?.page as ApiDocument | undefined;
  const pageData = depth?.pageData as ApiDocument | undefined;
  const record = pageData ?? page;
  if (depth === undefined || record === undefined) return null;
  const path = (depth.route as ApiDocument | undefined)?.['path'] as string | undefined;
  const title = String(record['title'] ?? record['reference'] ?? '');
  const hasPreview = isWide || isPreviewed;
  return (
    <>
      <Title title={title || translate('pages.untitled')} />
      <PageHeader {...{ record, tree, title, reload }}>
        {!isWide && (
          <Button
            size="small"
            variant="outlined"
            aria-pressed={isPreviewed}
            onClick={() => setPreviewed(!isPreviewed)}
          >
            {translate(isPreviewed ? 'pages.preview.hide' : 'pages.preview.show')}
          </Button>
        )}
      </PageHeader>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: isWide ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          {pageData !== undefined && <Slots record={pageData} {...{ tree, reload }} />}
          <Groups
            groups={depth.groups}
            layoutGroups={tree.depths.flatMap((one) => one.layoutGroups)}
            {...{ page, pageData, reload }}
          />
        </Box>
        {hasPreview && (
          <Box sx={isWide ? { position: 'sticky', top: 64 } : { order: -1 }}>
            <Preview {...{ record, path, tree }} />
          </Box>
        )}
      </Box>
    </>
  );
}

interface GroupsProps {
  readonly groups: readonly Group[];
  readonly layoutGroups: readonly Group[];
  readonly page: ApiDocument | undefined;
  readonly pageData: ApiDocument | undefined;
  readonly reload: () => Promise<void>;
}

function Groups({ groups, layoutGroups, page, pageData, reload }: GroupsProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const isOwn = pageData === undefined;
  const of = (name: string) => model.types.find((type) => type.name === name)?.may;
  const isMovable = of('ComponentPosition')?.update === true;
  const mayMake = of('ComponentGroup')?.create === true;
  const all = [...groups, ...layoutGroups];
  const board = useBoard(useStable(all), reload);
  const cards = (some: readonly Group[], movable: boolean): ReactElement[] =>
    some.map((group) => <GroupCard key={group.group['@id']} {...{ group, board }} isMovable={movable} />);
  return (
    <BoardArea board={board}>
      <Typography component="h2" variant="subtitle1" sx={{ mb: 1 }}>
        {isOwn ? translate('pages.content') : translate('pages.of_template')}{' '}
        {!isOwn && page !== undefined && (
          <Button component={To} to={addressOf(page)} size="small">
            {translate('pages.edit_template')}
          </Button>
        )}
      </Typography>
      {groups.length === 0 && (
        <Typography sx={{ mb: 1, color: 'text.secondary' }}>{translate('pages.no_groups')}</Typography>
      )}
      {cards(groups, isMovable && isOwn)}
      {isOwn && mayMake && page !== undefined && (
        <NewGroup owner={page['@id']} kind="pages" isFirst={groups.length === 0} done={() => void reload()} />
      )}
      {layoutGroups.length > 0 && (
        <Accordion disableGutters sx={{ mt: 2 }}>
          <AccordionSummary expandIcon={<ExpandMore />}>
            <Typography variant="subtitle1" component="span">
              {translate('pages.of_layout')}
            </Typography>
          </AccordionSummary>
          <AccordionDetails>{cards(layoutGroups, isMovable)}</AccordionDetails>
        </Accordion>
      )}
      <Dialogs board={board} isOfTemplate={page?.['isTemplate'] === true} />
    </BoardArea>
  );
}

/** Returns the same array as long as its groups are the same. */
function useStable(groups: readonly Group[]): readonly Group[] {
  const [kept, setKept] = useState(groups);
  const isSame = kept.length === groups.length && kept.every((group, index) => group === groups[index]);
  if (!isSame) setKept(groups);
  return isSame ? kept : groups;
}

interface DialogsProps {
  readonly board: Board;
  readonly isOfTemplate: boolean;
}

function Dialogs({ board, isOfTemplate }: DialogsProps): ReactElement | null {
  const { wanted, want, reload } = board;
  const shared = { done: () => void reload(), close: () => want(undefined) };
  if (wanted === undefined) return null;
  if (wanted.what === 'add')
    return <AddComponentDialog group={wanted.group} isOfTemplate={isOfTemplate} {...shared} />;
  if (wanted.what === 'remove') return <RemoveComponentDialog item={wanted.item} {...shared} />;
  const component = wanted.item.component as ApiDocument | undefined;
  return component === undefined ? null : <EditComponentDialog component={component} {...shared} />;
}
