import { useResourceContext } from 'ra-core';
import type { ReactElement } from 'react';
import type { MemberInputProps } from './member-input-props.js';
import { MemberInput as Standard } from './member-input.js';
import { loadedExtensions, extensionFor } from '../session/loaded-extensions.js';
import { ExtensionBoundary } from '../ui/extension-boundary.js';

/** Input of the project for the member, or else the standard input. */
export function ExtensibleMemberInput(props: MemberInputProps): ReactElement {
  const type = useResourceContext() ?? '';
  const Custom = extensionFor(loadedExtensions().parts.inputs, type, props.member);
  if (Custom === undefined) return <Standard {...props} />;
  return (
    <ExtensionBoundary name={`${type}.${props.member.name}`} fallback={<Standard {...props} />}>
      <Custom {...props} isLocked={props.isLocked ?? false} />
    </ExtensionBoundary>
  );
}
