import { useResourceContext } from 'ra-core';
import { Create, SaveButton, Toolbar } from 'ra-ui-materialui';
import { useEffect, type ReactElement } from 'react';
import { nameOf } from '../app/names.js';
import { useSession } from '../app/session.js';
import { TypedBars } from '../typed/typed-bars.js';
import { RecordForm } from './record-form.js';
import { useRefused } from './use-refused.js';

/** A new record. */
export default function CreatePage(): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const refused = useRefused(type, true);
  // It is shown as soon as the record is made.
  useEffect(() => void import('./edit-page.js').catch(() => undefined), []);
  const toolbar = (
    <Toolbar>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
  return (
    <Create redirect="edit" title={nameOf(type.name)} mutationOptions={{ onError: refused }}>
      <RecordForm toolbar={toolbar}>
        <TypedBars type={type} />
      </RecordForm>
    </Create>
  );
}
