import type { StoredType } from '../../../../kernel/contract/database/schema-state.js';
import { listed } from '../../../../kernel/util/text/listed.js';
import { ProjectError } from '../../../../project/project-error.js';

/** A stored type became a record, or a record another type. Their rows cannot be converted. */
export class ChangedKindError extends ProjectError {
  override readonly name = 'ChangedKindError';
  constructor(changed: readonly { readonly from: StoredType; readonly to: StoredType }[]) {
    const changes = changed.map(
      ({ from, to }) => `${from.name} is stored as ${KINDS[from.kind]}; ${to.name} is ${KINDS[to.kind]}`,
    );
    super(
      `Stored types cannot become records, nor records other types ("x-resource"):\n${listed(changes)}\n` +
        'Give the new type a name of its own, move over what is worth keeping, and delete the old type after that. ' +
        'A component that a form stores what visitors send in may also stay one: state "collection" and "read" in its "x-security".',
    );
  }
}

const KINDS: Readonly<Record<StoredType['kind'], string>> = {
  component: 'a component',
  page_data: 'page data',
  record: 'a record',
};
