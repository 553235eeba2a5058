import { useResourceContext } from 'ra-core';
import type { ComponentType, ReactElement } from 'react';
import type { PageProps } from '../../types/index.js';
import { useSession } from '../app/session.js';
import { loadable } from '../parts/loadable.js';
import { own, ownMember } from './own.js';
import { OwnPart } from './own-part.js';

export const StandardList = loadable(() => import('../list/list-page.js'));
export const StandardEdit = loadable(() => import('../edit/edit-page.js'));
export const StandardCreate = loadable(() => import('../edit/create-page.js'));

/** The pages of a type: those of the project where it has some. */
export const ListPage = pageOf('lists', StandardList);
export const EditPage = pageOf('edits', StandardEdit);
export const CreatePage = pageOf('creates', StandardCreate);

function pageOf(kind: 'lists' | 'edits' | 'creates', Standard: ComponentType): ComponentType {
  return function Page(): ReactElement | null {
    const name = useResourceContext();
    const type = useSession().model.types.find((one) => one.name === name);
    // It may be gone while its page is open.
    if (type === undefined) return null;
    const Own: ComponentType<PageProps> | undefined = ownMember(own().parts[kind], type.name);
    if (Own === undefined) return <Standard />;
    return (
      <OwnPart key={type.name} name={`${kind}.${type.name}`} instead={<Standard />}>
        <Own type={type} />
      </OwnPart>
    );
  };
}
