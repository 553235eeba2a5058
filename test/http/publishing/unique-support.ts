import { expect } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { TestClock } from './support.js';
import { createTestClock } from './support.js';
import { uniqueManifest } from './unique-types.js';

export const UNIQUE_CODE = '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f';
export const USED = 'This value is already used.';
export const CODE_TAKEN = 'That code is taken.';

type Write = () => Promise<TestResponse>;

/** Content with unique members. Writes are those of an administrator, and run when called. */
export interface UniqueSite {
  readonly app: TestApp;
  readonly clock: TestClock;
  readonly content: ContentBuilder;
  /** Creates a published ticket. */
  ticket(body?: JsonObject): Promise<string>;
  box(): Promise<string>;
  post(body: JsonObject): Write;
  patch(iri: string, body: JsonObject): Write;
}

export async function startUniqueSite(): Promise<UniqueSite> {
  const clock = createTestClock();
  const config = { routable_security: null, route_security: [] };
  const app = await startTestApp({ manifest: uniqueManifest, clock, config });
  const admin = { as: 'admin' } as const;
  const made = async (path: string, body: JsonObject): Promise<string> =>
    (await app.create(path, body))['@id'];
  return {
    app,
    clock,
    content: createContent(app),
    ticket: (body) => made('/component/tickets', { label: 'a', publishedAt: 'now', ...body }),
    box: () => made('/component/boxes', { label: 'b' }),
    post: (body) => () => app.post('/component/tickets', body, admin),
    patch: (iri, body) => () => app.patch(iri, body, admin),
  };
}

export const together = (writes: readonly Write[]): Promise<TestResponse[]> =>
  Promise.all(writes.map((write) => write()));

export async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let at = 0; at < 4; at += 1) await round();
}

export const isStored = ({ status }: TestResponse): boolean => status === 200 || status === 201;

/** Expects only the violation in each response, without other information. */
export function expectRefused(
  answers: readonly TestResponse[],
  propertyPath: string,
  message: string = USED,
): void {
  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath, message, code: UNIQUE_CODE }]);
  }
}

/** Expects one write to have the value and the others to be rejected; returns the successful response. */
export function expectOneWinner(
  answers: readonly TestResponse[],
  propertyPath: string,
  message?: string,
): TestResponse {
  const [winner, ...more] = answers.filter(isStored);
  expectRefused(
    answers.filter((answer) => !isStored(answer)),
    propertyPath,
    message,
  );
  expect(more).toEqual([]);
  if (winner === undefined) throw new Error('no write was stored');
  return winner;
}
