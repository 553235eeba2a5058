import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { defineScaffold, resource } from '../../../runtime/index.js';
import { loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import { ADMIN, startCoreApp, type CoreApp } from '../core/core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

test('a scaffold stores records with their references, and the doctor finds nothing to repair', async () => {
  const scaffold = defineScaffold((site) => {
    const question = resource('Enquiry', { email: 'ann@example.com', text: 'When?' });
    site.persist(question);
    site.persist(resource('Enquiry', { email: 'desk@example.com', text: 'Now.', answers: question }));
  });
  const store = await openScaffoldStore(app.app, SILENT_LOGGER);
  await loadScaffold(scaffold, { store, admin: app.config.admin });
  const { member } = (await app.get('/record/enquiries?order[email]=asc', ADMIN)).body;
  expect(member).toMatchObject([
    { email: 'ann@example.com', replies: [member[1]['@id']] },
    { email: 'desk@example.com', answers: member[0]['@id'] },
  ]);
  for await (const { name, status } of app.app.doctor.examine({ limit: 10, repair: false }))
    expect([name, status]).toEqual([name, 'ok']);
});
