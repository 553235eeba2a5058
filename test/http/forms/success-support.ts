import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { TestAppOptions } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { testTypes } from '../../support/test-types.js';
import { startFormsApp, type FormsApp } from './support.js';

/** Defines a form with one required text field. */
export const form = (name: string, more: Partial<FormDefinition> = {}): FormDefinition => ({
  name,
  fields: [{ name: 'name', constraints: [{ NotBlank: {} }] }],
  ...more,
});

export type SuccessApp = FormsApp & {
  /** POSTs the fields of a form of that type. */
  send(formType: string, fields: JsonObject): Promise<TestResponse>;
  /** Returns the number of stored records of a type. */
  count(type: string): Promise<number>;
  readonly log: readonly LogEntry[];
};

/** Starts the forms application with additional form types. */
export async function startSuccessApp(
  forms: readonly FormDefinition[],
  options: TestAppOptions = {},
): Promise<SuccessApp> {
  const log: LogEntry[] = [];
  const keep: Logger = { ...SILENT_LOGGER, error: (entry) => void log.push(entry) };
  const { manifest = testTypes } = options;
  const app = await startFormsApp({
    log: keep,
    ...options,
    manifest: { ...manifest, forms: forms.map((definition) => ({ definition })) },
  });
  const roots = new Map(forms.map((one) => [one.name, one['x-form-name'] ?? rootOf(one.name)]));
  const { database, registry } = app.app;
  return {
    ...app,
    log,
    async send(formType, fields) {
      const iri = await app.aForm(formType);
      return app.post(`${iri}/submit`, { [roots.get(formType) ?? '']: fields });
    },
    async count(type) {
      const { table } = registry.require(type);
      const [row] = await database.all<{ n: number | string }>(
        `select count(*) as n from ${database.table(table)}`,
        {},
      );
      return Number(row?.n);
    },
  };
}

const rootOf = (name: string): string =>
  name
    .replace(/Type$/, '')
    .replace(/(?<=[a-z])([A-Z])/g, '_$1')
    .toLowerCase();
