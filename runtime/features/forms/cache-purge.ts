import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { DefinitionTime } from './definition-times.js';
import type { FormTypes, RegisteredFormType } from './form-types.js';
import { FORM } from './is-form.js';

export interface CachePurgeDeps extends Pick<Kernel, 'reader' | 'writer' | 'clock'> {
  readonly types: FormTypes;
  readonly timeOf: DefinitionTime;
}

const NONE = 'Skipping form component cache clear / timestamp updates - No forms components found';

/**
 * Sets the modification date of each form to that of its type (components.md section 5.8), which invalidates cached
 * responses. Failures are only reported, because they must not stop a deployment.
 */
export function createCachePurge(deps: CachePurgeDeps): CommandWork {
  return {
    name: 'form-cache-purge',
    async run({ operations, database, log }, { print }) {
      const context = contextWithoutRequest(ANONYMOUS, { clock: deps.clock, log });
      const names = await storedTypes(database);
      if (names.length === 0) print(NONE);
      for (const name of names) {
        print(`Checking timestamp for ${name}`);
        try {
          const type = deps.types.find(name);
          if (type === undefined) throw new Error(`the form type ${name} does not exist`);
          const updated = await operations.run(context, async (scope) => updateForms(type, name, scope));
          for (let count = 0; count < updated; count += 1) print('Updated timestamp');
        } catch (error) {
          print(`Could not clear form cache: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      print('Form cache purge complete');
    },
  };

  async function updateForms(type: RegisteredFormType, name: string, scope: WriteScope): Promise<number> {
    const modifiedAt = await deps.timeOf(type);
    const ofType = deps.reader.statements(FORM).where('t.form_type = :name');
    const stored = await ofType.allLocked(scope.session, { name });
    const stale = stored.filter((form) => !isSameSecond(form, modifiedAt));
    for (const before of stale)
      await deps.writer.update(scope, {
        before,
        after: { ...before, values: { ...before.values, modifiedAt } },
      });
    return stale.length;
  }
}

/** Compares whole seconds, because databases and file systems store different fractions. */
function isSameSecond({ values }: StoredRecord, time: Date): boolean {
  const { modifiedAt } = values;
  return modifiedAt instanceof Date && secondOf(modifiedAt) === secondOf(time);
}

const secondOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Rows out: one for each form type in use. */
async function storedTypes(session: SqlSession): Promise<readonly string[]> {
  const rows = await session.all<{ form_type: string }>(
    `select distinct form_type from ${session.table('form')} order by form_type`,
  );
  return rows.map(({ form_type: name }) => name);
}
