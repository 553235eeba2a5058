import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { Link as To } from 'react-router-dom';
import { nameOf } from '../../api/display-names.js';
import { addressOf } from './addresses.js';
import { RowMenu } from './row-menu.js';
import { pathOf, type PageNode } from './site.js';
import { StateChip } from './state-chip.js';
import type { Wanted } from './tree-dialog.js';

/** Number of nodes that are rendered at once. More would slow down the browser. */
const SHOWN = 50;

export interface TreeProps {
  readonly nodes: readonly PageNode[];
  /** Opens all levels, because search results may be in any of them. */
  readonly isOpen: boolean;
  readonly want: (wanted: Wanted) => void;
}

/** Level of the tree. Lower levels are rendered when users open them. */
export function Tree({ nodes, isOpen, want }: TreeProps): ReactElement {
  const translate = useTranslate();
  const [shown, setShown] = useState(SHOWN);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {nodes.slice(0, shown).map((node) => (
        <Row key={node.record['@id']} {...{ node, isOpen, want }} />
      ))}
      {nodes.length > shown && (
        <li>
          <Button onClick={() => setShown(shown + SHOWN)} sx={{ m: 1 }}>
            {translate('pages.more', { count: nodes.length - shown })}
          </Button>
        </li>
      )}
    </Box>
  );
}

interface RowProps extends Omit<TreeProps, 'nodes'> {
  readonly node: PageNode;
}

function Row({ node, isOpen, want }: RowProps): ReactElement {
  const translate = useTranslate();
  const { record, title, children, redirects, isPageData } = node;
  // Long lists are initially closed.
  const [isExpanded, setExpanded] = useState(isOpen || (!node.isTemplate && children.length <= 10));
  const path = pathOf(node);
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 1, py: 0.5, minHeight: 52 }}>
        {children.length > 0 ? (
          <IconButton
            size="small"
            aria-expanded={isExpanded}
            aria-label={translate('pages.below', { title })}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? <ExpandMore /> : <ChevronRight />}
          </IconButton>
        ) : (
          <Box sx={{ width: 34, flexShrink: 0 }} />
        )}
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Link
            component={To}
            to={addressOf(record)}
            color="inherit"
            underline="hover"
            sx={{ fontWeight: 500 }}
          >
            {title || translate('pages.untitled')}
          </Link>
          {path !== undefined && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {path}
            </Typography>
          )}
        </Box>
        <Stack
          direction="row"
          sx={{ gap: 0.5, flexWrap: 'wrap', justifyContent: 'flex-end', maxWidth: { xs: 150, sm: 'none' } }}
        >
          {isPageData && <Chip size="small" label={nameOf(record['@type'])} />}
          {redirects.length > 0 && (
            <Chip
              size="small"
              variant="outlined"
              label={translate('pages.redirects', { smart_count: redirects.length })}
              onClick={() => want({ what: 'redirects', node })}
            />
          )}
          <StateChip node={node} />
        </Stack>
        <RowMenu {...{ node, want }} />
      </Stack>
      {isExpanded && children.length > 0 && (
        <Box sx={{ ml: { xs: 1.5, sm: 3 }, borderTop: 1, borderColor: 'divider' }}>
          <Tree nodes={children} {...{ isOpen, want }} />
        </Box>
      )}
    </Box>
  );
}
