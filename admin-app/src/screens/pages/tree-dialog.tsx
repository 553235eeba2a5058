import type { ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { AddressDialog } from './address-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { NewPageData } from './new-page-data.js';
import NewPage, { parentOf } from './new-page.js';
import { ParentDialog } from './parent-dialog.js';
import { RedirectsDialog } from './redirects-dialog.js';
import type { PageNode, Site } from './site.js';

/** Action for a page of the tree. */
export type Wanted =
  | { readonly what: 'new' | 'address' | 'redirects' | 'parent' | 'delete'; readonly node: PageNode }
  | { readonly what: 'new_data'; readonly node: PageNode; readonly type: AdminType };

export interface TreeDialogProps {
  readonly site: Site;
  readonly wanted: Wanted;
  readonly made: (record: ApiDocument) => void;
  readonly done: () => void;
  readonly close: () => void;
}

/** Dialog of an action. */
export default function TreeDialog({ site, wanted, made, done, close }: TreeDialogProps): ReactElement {
  // Uses the current node, because the tree may have been read again.
  const node = site.nodes.get(wanted.node.record['@id']) ?? wanted.node;
  const shared = { node, done, close };
  switch (wanted.what) {
    case 'new':
      return <NewPage {...{ site, made, close }} parent={node} />;
    case 'new_data':
      return <NewPageData type={wanted.type} members={filledBy(node)} {...{ made, close }} />;
    case 'address':
      return <AddressDialog {...shared} />;
    case 'redirects':
      return <RedirectsDialog {...shared} />;
    case 'parent':
      return <ParentDialog {...shared} site={site} />;
    case 'delete':
      return <DeleteDialog {...shared} />;
  }
}

/** Returns the parent of new page data: the template, or the existing page data. */
const filledBy = (node: PageNode): Readonly<Record<string, unknown>> =>
  node.isTemplate
    ? { page: node.record['@id'] }
    : { ...parentOf(node), ...(node.isPageData ? { page: node.record['page'] } : {}) };
