import { useResourceContext } from 'ra-core';
import type { ReactElement } from 'react';
import type { MemberInputProps } from '../edit/input-props.js';
import { MemberInput as Standard } from '../edit/member-input.js';
import { own, partFor } from './own.js';
import { OwnPart } from './own-part.js';

/** The input of the project where it has one for the member, else that for what the member holds. */
export function MemberInput(props: MemberInputProps): ReactElement {
  const type = useResourceContext() ?? '';
  const Own = partFor(own().parts.inputs, type, props.member);
  if (Own === undefined) return <Standard {...props} />;
  return (
    <OwnPart name={`${type}.${props.member.name}`} instead={<Standard {...props} />}>
      <Own {...props} isLocked={props.isLocked ?? false} />
    </OwnPart>
  );
}
