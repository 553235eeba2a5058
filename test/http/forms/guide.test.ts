import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataTypes } from 'sequelize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { scalarField, textField } from '../../../runtime/kernel/metadata/field-builders.js';
import { startMailServer, type TestMailServer } from '../accounts/mail-server.js';
import { testTypes } from '../../support/test-types.js';
import booking from '../../support/forms/BookingType.json' with { type: 'json' };
import contact from '../../support/forms/ContactType.json' with { type: 'json' };
import { closedDays } from '../../support/forms/closed-days.js';
import { signup } from '../../support/forms/signup.js';
import { plainType, uploadField } from '../uploads/support.js';
import { startSuccessApp, type SuccessApp } from './success-support.js';
import { nodeOf } from './support.js';

/** The type generated from the guide's `schemas/Booking.json`; test/e2e/forms-guide.test.ts generates it. */
const BOOKING: ResourceDescriptor = {
  ...plainType('Booking', '/record/bookings', [
    textField('guest', 'guest', { length: 255 }),
    textField('day', 'day', { length: 10 }),
    scalarField('seats', { column: 'seats', type: 'integer', accepts: ['int'], nullable: true }),
    uploadField({ name: 'menu', column: 'menu_path', adapter: 'papers' }),
  ]),
  kind: 'record',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete', 'upload', 'download'],
  security: { collection: "is_granted('ROLE_ADMIN')", read: "is_granted('ROLE_ADMIN')" },
  order: [],
  attributes: {
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    guest: { type: DataTypes.STRING(255), allowNull: true },
    day: { type: DataTypes.STRING(10), allowNull: true },
    seats: { type: DataTypes.INTEGER, allowNull: true },
    menu_path: { type: DataTypes.STRING(255), allowNull: true },
    created_at: { type: DataTypes.DATE(6), allowNull: false },
    modified_at: { type: DataTypes.DATE(6), allowNull: false },
  },
};

let mail: TestMailServer;
let folder: string;
let app: SuccessApp;
beforeAll(async () => {
  mail = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'cms-papers-'));
  // Definitions are JSON; their types are only more precise.
  const forms = [contact, booking] as unknown as readonly FormDefinition[];
  app = await startSuccessApp(forms, {
    manifest: { ...testTypes, resources: [...testTypes.resources, BOOKING] },
    config: { filesystems: { papers: { driver: 'local', root: folder } } },
    env: { MAILER_DSN: mail.dsn },
    extensions: { forms: [signup], formHandlers: { closedDays } },
  });
});
afterAll(async () => {
  await app.close();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the guide of forms', () => {
  test.each(['ContactType.json', 'Booking.json', 'BookingType.json', 'closed-days.ts', 'signup.ts'])(
    'shows %s as it runs here',
    async (name) => {
      const read = (path: string): Promise<string> =>
        readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
      expect(await read('docs/how-to/forms.md')).toContain((await read(`test/support/forms/${name}`)).trim());
    },
  );

  test('mails the submission of the contact form, with its file', async () => {
    const parts = new FormData();
    for (const [name, value] of Object.entries({ name: 'Ann', email: 'ann@example.com', message: 'Hello' }))
      parts.append(`contact[${name}]`, value);
    parts.append('contact[attachment]', new Blob(['12345']), 'plan.txt');
    const answer = await app.postParts(`${await app.aForm('ContactType')}/submit`, parts);
    expect([answer.status, answer.body['@type']]).toEqual([201, 'Form']);
    const { email } = mail.received[0] ?? {};
    expect(email).toMatchObject({ subject: 'Message from Ann', replyTo: [{ address: 'ann@example.com' }] });
    expect(email?.text).toContain('Your name: Ann\nEmail: ann@example.com\nMessage: Hello\n');
  });

  test('stores a booking, unless the handler rejects its day', async () => {
    const fields = { guest: 'Ann', people: '4', terms: '1' };
    const stored = await app.send('BookingType', { ...fields, day: '2026-12-24' });
    expect([stored.status, stored.body['@type']]).toEqual([201, 'Form']);
    const { member } = (await app.get('/record/bookings', { as: 'admin' })).body;
    expect(member).toMatchObject([{ '@type': 'Booking', guest: 'Ann', day: '2026-12-24', seats: 4 }]);
    const refused = await app.send('BookingType', { ...fields, day: '2026-12-21' });
    expect(refused.status).toBe(422);
    expect(nodeOf(refused, 'day').vars.errors).toEqual(['We are closed on Mondays.']);
    expect(await app.count('Booking')).toBe(1);
  });

  test("shows the error of a form's handler", async () => {
    const submit = `${await app.aForm('SignupType')}/submit`;
    const welcome = await app.post(submit, { signup: { email: 'ann@mail.example' } });
    expect([welcome.status, welcome.body]).toEqual([201, { welcome: true }]);
    const refused = await app.post(submit, { signup: { email: 'ann@example.com' } });
    expect(nodeOf(refused, 'email').vars.errors).toEqual(['Please use an address of your own.']);
  });
});
