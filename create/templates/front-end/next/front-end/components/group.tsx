import { memo } from 'react';
import type { GroupNode } from '../../generated/client/index.js';
import type { Drawing } from '../lib/answer';
import { isDraft } from '../lib/page';
import { ComponentView } from './component';

interface Props {
  readonly group: GroupNode;
  readonly drawing: Drawing;
}

/** Renders the components of a group in order. Rendered again only if the group has changed. */
export const Group = memo(({ group, drawing }: Props) =>
  group.positions.map(({ position, component, groups }) => {
    if (component === undefined) return null;
    return (
      <div key={position['@id']} className={isDraft(component) ? 'position draft' : 'position'}>
        <ComponentView component={component} drawing={drawing} />
        {groups.map((each) => (
          <Group key={each.group['@id']} group={each} drawing={drawing} />
        ))}
      </div>
    );
  }),
);
Group.displayName = 'Group';
