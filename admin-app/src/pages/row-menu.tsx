import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AdminModel, AdminType } from '../api/model.js';
import { nameOf } from '../app/names.js';
import { useSession } from '../app/session.js';
import { formOf } from './addresses.js';
import type { PageNode } from './site.js';
import type { Wanted } from './tree-dialog.js';

export interface RowMenuProps {
  readonly node: PageNode;
  readonly want: (wanted: Wanted) => void;
}

interface Entry {
  readonly label: string;
  readonly run: () => void;
}

/** What can be done to a page. */
export function RowMenu({ node, want }: RowMenuProps): ReactElement | null {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { model } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { record, title, route, isTemplate } = node;
  const rights = rightsOf(model, record['@type']);
  const offer = (may: boolean | undefined, what: Exclude<Wanted['what'], 'new_data'>): Entry[] =>
    may === true ? [{ label: translate(`pages.menu.${what}`), run: () => want({ what, node }) }] : [];
  const entries: readonly Entry[] = [
    ...(rights.own?.read
      ? [{ label: translate('pages.menu.form'), run: () => navigate(formOf(record)) }]
      : []),
    ...offer(rights.page?.create && !isTemplate, 'new'),
    ...fillingTypes(model)
      .filter(() => isTemplate || node.isPageData)
      .map((type) => ({
        label: translate('pages.new_data', { name: nameOf(type.name) }),
        run: () => want({ what: 'new_data', node, type }),
      })),
    ...offer((route === undefined ? rights.route?.create : rights.route?.update) && !isTemplate, 'address'),
    ...offer(rights.route?.create && route !== undefined, 'redirects'),
    ...offer(rights.own?.update && !isTemplate, 'parent'),
    ...offer(rights.own?.delete, 'delete'),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={translate('pages.menu.of', { title })}
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

function rightsOf({ types }: AdminModel, own: string) {
  const of = (wanted: string): AdminType['may'] | undefined => types.find(({ name }) => name === wanted)?.may;
  return { own: of(own), page: of('Page'), route: of('Route') };
}

/** Types whose records fill templates, as far as the caller may make any. */
const fillingTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ group, may }) => group === 'page_data' && may.create);
