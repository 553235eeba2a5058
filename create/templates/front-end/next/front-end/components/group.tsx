import type { GroupNode } from '../../generated/client/index.js';
import { isDraft } from '../lib/page';
import { ComponentView } from './component';

/** The components of a group in their order. */
export function Group({ group, path }: { readonly group: GroupNode; readonly path: string }) {
  return group.positions.map(({ position, component, groups }) => {
    if (component === undefined) return null;
    const inner = (
      <>
        <ComponentView component={component} path={path} />
        {groups.map((each) => (
          <Group key={each.group['@id']} group={each} path={path} />
        ))}
      </>
    );
    return (
      <div key={position['@id']} className={isDraft(component) ? 'position draft' : 'position'}>
        {inner}
      </div>
    );
  });
}
