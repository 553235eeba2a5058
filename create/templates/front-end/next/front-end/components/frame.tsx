'use client';

import type { ReactNode } from 'react';
import { treeOf, type PageSnapshot, type PageTree } from '../../generated/client/index.js';
import type { Drawing } from '../lib/answer';
import { isNamed } from '../lib/page';
import { Group } from './group';

interface Props {
  readonly drawing: Drawing;
  readonly children: ReactNode;
  /** Page whose menus are displayed: its tree, or the snapshot from the server. */
  readonly tree?: PageTree | undefined;
  readonly snapshot?: PageSnapshot | undefined;
}

/** Renders the menus of the layout around a page or notice. */
export function Frame({ drawing, children, snapshot, tree = snapshot && treeOf(snapshot) }: Props) {
  const layoutGroups = tree?.depths.flatMap(({ layoutGroups }) => layoutGroups) ?? [];
  const named = (name: string) =>
    layoutGroups
      .filter((group) => isNamed(group, name))
      .map((group) => <Group key={group.group['@id']} group={group} drawing={drawing} />);
  return (
    <>
      <header>
        <nav>{named('navigation')}</nav>
      </header>
      <main>{children}</main>
      <footer>{named('footer')}</footer>
    </>
  );
}
