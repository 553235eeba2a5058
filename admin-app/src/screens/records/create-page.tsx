import { useResourceContext } from 'ra-core';
import { Create, SaveButton, Toolbar } from 'ra-ui-materialui';
import { useEffect, type ReactElement } from 'react';
import { nameOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { RecordForm } from '../../form/record-form.js';
import { SaveFailure } from '../../form/save-failure.js';
import { useSaveErrors } from '../../form/use-save-errors.js';

/** Form of a new record. */
export default function CreatePage(): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const { failure, failed } = useSaveErrors(type, true);
  // Preloads the edit page, which follows the creation.
  useEffect(() => void import('./edit-page.js').catch(() => undefined), []);
  const toolbar = (
    <Toolbar>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
  return (
    <Create redirect="edit" title={nameOf(type.name)} mutationOptions={{ onError: failed }}>
      <RecordForm toolbar={toolbar}>
        <SaveFailure failure={failure} />
        <UnsavedChangesBars type={type} />
      </RecordForm>
    </Create>
  );
}
