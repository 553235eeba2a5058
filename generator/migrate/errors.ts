import { GeneratorError } from '../errors.js';
import { listed } from '../../runtime/kernel/util/listed.js';
import type { StoredType } from '../../runtime/kernel/contract/schema-state.js';

/** The schemas ask for a migration that takes something from stored rows, and nobody allowed it. */
export class DestructiveMigrationError extends GeneratorError {
  override readonly name = 'DestructiveMigrationError';
  constructor(readonly losses: readonly string[]) {
    super(
      `The schemas ask for a migration that loses stored data:\n${listed(losses)}\n` +
        `A renamed type or member keeps its data where the new one says the old name: "x-renamed-from": ["OLD"]. To lose the data: cms generate --allow-destructive`,
    );
  }
}

/** A file of the migrations folder that can't be read as what it is. */
export class MigrationFolderError extends GeneratorError {
  override readonly name = 'MigrationFolderError';
  constructor(path: string, reason: string) {
    super(`generated/${path}: ${reason}. Restore it from version control.`);
  }
}

/** Two branches changed the same thing, each in a way of its own. */
export class MigrationConflictError extends GeneratorError {
  override readonly name = 'MigrationConflictError';
  constructor(ends: readonly string[], conflicts: readonly string[]) {
    const last = ends.at(-1) ?? '';
    super(
      `The migrations ${ends.join(' and ')} cannot be joined, because each changes in its own way:\n${listed(conflicts)}\n` +
        `Keep the one that is deployed already, and write the other anew: of the other, e.g. ${last}, delete ` +
        `generated/migrations/${last}.ts, meta/${last}.json and meta/${last}_snapshot.json, then run \`cms generate\`. ` +
        `\`cms dev\` takes a database along that has it already.`,
    );
  }
}

/** Migrations that cannot be squashed, or that build on some that were. */
export class SquashError extends GeneratorError {
  override readonly name = 'SquashError';
}

/** A stored type became a record, or a record another type: rows of the one cannot become rows of the other. */
export class ChangedKindError extends GeneratorError {
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
