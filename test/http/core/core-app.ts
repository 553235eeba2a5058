import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Builders } from '../../support/builders.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';

export type CoreApp = TestApp & Builders & { countRows(): Promise<Record<string, number>> };

/**
 * Starts the application with the test types and with every page readable, so that a test covers one rule at
 * a time.
 */
export async function startCoreApp(options: TestAppOptions = {}): Promise<CoreApp> {
  const config: JsonObject = { routable_security: null, route_security: [], ...options.config };
  const app = await startTestApp({ manifest: testTypes, ...options, config });
  return { ...app, ...createBuilders(app), countRows: () => countRows(app) };
}

const LINK_TABLES = ['layout_component_group', 'page_component_group', 'component_component_group'];

/** Counts the rows of every content table. */
async function countRows({ app: { database, registry } }: TestApp): Promise<Record<string, number>> {
  const resources = registry.all.filter(({ name }) => name !== 'User');
  const tables = new Set([
    ...resources.flatMap(({ table, baseTable }) => [table, ...(baseTable === null ? [] : [baseTable])]),
    ...LINK_TABLES,
  ]);
  const counts: Record<string, number> = {};
  for (const table of [...tables].sort()) {
    const row = await database.first<{ total: number }>(
      `select count(*) as total from ${database.table(table)}`,
    );
    counts[table] = Number(row?.total);
  }
  return counts;
}

/** Returns path and message of every violation of a 422. */
export function violations(response: { readonly body: JsonObject }): [path: string, message: string][] {
  const list =
    (response.body as { violations?: { propertyPath: string; message: string }[] }).violations ?? [];
  return list.map(({ propertyPath, message }) => [propertyPath, message]);
}

export const ADMIN = { as: 'admin' } as const;
export const MISSING_ID = '00000000-0000-4000-8000-000000000000';
