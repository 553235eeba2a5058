import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AdminModel, AdminType } from '../../api/model.js';
import { nameOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { ActionMenu, type Action } from './action-menu.js';
import { formOf } from './addresses.js';
import type { PageNode } from './site.js';
import type { Wanted } from './tree-dialog.js';

export interface RowMenuProps {
  readonly node: PageNode;
  readonly want: (wanted: Wanted) => void;
}

/** Menu of a page in the tree. */
export function RowMenu({ node, want }: RowMenuProps): ReactElement {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { model } = useSession();
  const { record, title, route, isTemplate } = node;
  const rights = rightsOf(model, record['@type']);
  const offer = (may: boolean | undefined, what: Exclude<Wanted['what'], 'new_data'>): Action[] =>
    may === true ? [{ label: translate(`pages.menu.${what}`), run: () => want({ what, node }) }] : [];
  const actions: readonly Action[] = [
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
  return <ActionMenu {...{ title, actions }} />;
}

function rightsOf({ types }: AdminModel, own: string) {
  const of = (wanted: string): AdminType['may'] | undefined => types.find(({ name }) => name === wanted)?.may;
  return { own: of(own), page: of('Page'), route: of('Route') };
}

/** Returns the page data types that the user may create. */
const fillingTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ group, may }) => group === 'page_data' && may.create);
