import { useResourceContext } from 'ra-core';
import type { ComponentType, ReactElement } from 'react';
import type { PageProps } from '../../../types/index.js';
import { useSession } from '../../session/session.js';
import { loadable } from '../../ui/loadable.js';
import { loadedExtensions, ownProperty } from '../../session/loaded-extensions.js';
import { ExtensionBoundary } from '../../ui/extension-boundary.js';

export const StandardList = loadable(() => import('../../screens/records/list-page.js'));
export const StandardEdit = loadable(() => import('../../screens/records/edit-page.js'));
export const StandardCreate = loadable(() => import('../../screens/records/create-page.js'));

/** Pages of a type. Pages of the project replace the standard ones. */
export const ListPage = pageOf('lists', StandardList);
export const EditPage = pageOf('edits', StandardEdit);
export const CreatePage = pageOf('creates', StandardCreate);

function pageOf(kind: 'lists' | 'edits' | 'creates', Standard: ComponentType): ComponentType {
  return function Page(): ReactElement | null {
    const name = useResourceContext();
    const type = useSession().model.types.find((one) => one.name === name);
    // The type may disappear while its page is open.
    if (type === undefined) return null;
    const Custom: ComponentType<PageProps> | undefined = ownProperty(
      loadedExtensions().parts[kind],
      type.name,
    );
    if (Custom === undefined) return <Standard />;
    return (
      <ExtensionBoundary key={type.name} name={`${kind}.${type.name}`} fallback={<Standard />}>
        <Custom type={type} />
      </ExtensionBoundary>
    );
  };
}
