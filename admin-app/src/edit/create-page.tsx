import { useResourceContext } from 'ra-core';
import { Create, SaveButton, Toolbar } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import { nameOf } from '../app/names.js';
import { RecordForm } from './record-form.js';

/** A new record. */
export default function CreatePage(): ReactElement {
  const name = nameOf(useResourceContext() ?? '');
  const toolbar = (
    <Toolbar>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
  return (
    <Create redirect="edit" title={name}>
      <RecordForm toolbar={toolbar} />
    </Create>
  );
}
