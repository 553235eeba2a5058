import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import { form, startSuccessApp, type SuccessApp } from './success-support.js';
import { nodeOf } from './support.js';

const LINK: FormDefinition = { name: 'LinkType', fields: [{ name: 'url' }, { name: 'label' }] };

const ORDER: FormDefinition = {
  name: 'OrderType',
  persist: 'Specimen',
  fields: [
    { name: 'title', property_path: 'name' },
    { name: 'code' },
    { name: 'amount', type: 'integer' },
    { name: 'active', type: 'checkbox' },
    { name: 'day', type: 'date' },
    { name: 'startsAt', type: 'datetime' },
    { name: 'tags', type: 'choice', multiple: true, choices: { Red: 'red', Blue: 'blue' } },
    { name: 'links', type: 'collection', entry_type: 'LinkType', allow_add: true, error_bubbling: false },
    { name: 'more', inherit_data: true, fields: [{ name: 'email', type: 'email' }] },
    { name: 'friend', type: 'hidden' },
    { name: 'adminNote' },
    { name: 'agreed', type: 'checkbox', mapped: false },
    { name: 'send', type: 'submit' },
  ],
};

const REGISTER: FormDefinition = {
  name: 'JoinType',
  persist: 'User',
  fields: [
    { name: 'username' },
    { name: 'emailAddress', type: 'email' },
    { name: 'plainPassword', type: 'repeated', entry_type: 'password' },
  ],
};

const FORMS = [
  LINK,
  ORDER,
  REGISTER,
  { name: 'GuardedType', persist: 'Guarded', fields: [{ name: 'open', type: 'checkbox' }] },
  { name: 'PartType', persist: 'Specimen', fields: [{ name: 'notes' }] },
];

let app: SuccessApp;
beforeAll(async () => {
  app = await startSuccessApp(FORMS);
});
afterAll(() => app.close());

describe('a form that persists', () => {
  test('stores its values as members by name, with defaults and timestamps, and returns the record', async () => {
    const { status, body } = await app.send('OrderType', {
      title: ' Ten chairs ',
      amount: '10',
      active: '1',
      day: '2026-12-24',
      startsAt: '2026-12-24T18:30',
      tags: ['blue'],
      links: { 0: { url: 'https://example.com' } },
      more: { email: 'ann@example.com' },
      agreed: '1',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      '@type': 'Specimen',
      name: 'Ten chairs',
      amount: 10,
      active: true,
      day: '2026-12-24',
      startsAt: '2026-12-24T18:30:00+00:00',
      tags: ['blue'],
      links: [{ url: 'https://example.com' }],
      email: 'ann@example.com',
      level: 'low',
      seats: 3,
    });
    expect(body).not.toHaveProperty('agreed');
    expect(Date.now() - Date.parse(body.createdAt)).toBeLessThan(60_000);
    expect((await app.get(body['@id'])).body.name).toBe('Ten chairs');
  });

  test('is independent of the create permission, and omits members that the caller cannot write', async () => {
    expect((await app.post('/component/guarded', { open: true })).status).toBe(401);
    const { status, body } = await app.send('GuardedType', { open: '1' });
    // A caller who cannot read it gets the form (contract decision 104).
    expect([status, body['@type'], await app.count('Guarded')]).toEqual([201, 'Form', 1]);
    const order = await app.send('OrderType', { title: 'Own note', adminNote: 'mine' });
    expect((await app.get(order.body['@id'], { as: 'admin' })).body).not.toHaveProperty('adminNote', 'mine');
  });

  test("shows violations of the type's rules at its fields, and stores nothing", async () => {
    await app.create('/component/specimens', { name: 'First', code: 'taken' });
    const before = await app.count('Specimen');
    const answer = await app.send('OrderType', {
      title: 'x'.repeat(51),
      code: 'taken',
      links: { 0: { url: 'https://example.com' }, 1: { url: '', label: 'No address' } },
      more: { email: 'nobody' },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ '@type': 'Form', formType: 'OrderType' });
    expect(nodeOf(answer, 'title').vars.errors[0]).toMatch(/^This value is too long/);
    expect(nodeOf(answer, 'title').vars.value).toBe('x'.repeat(51));
    expect(nodeOf(answer, 'more', 'email').vars.errors).toEqual(['This value is not a valid email address.']);
    expect(JSON.stringify(nodeOf(answer, 'links').children[1])).toMatch(/"errors":\["This value/);
    expect(nodeOf(answer, 'links').children[0].vars.errors).toEqual([]);
    expect(await app.count('Specimen')).toBe(before);
    const taken = await app.send('OrderType', { title: 'Second', code: 'taken' });
    expect(taken.status).toBe(422);
    expect(nodeOf(taken, 'code').vars.errors).toEqual(['This value is already used.']);
    expect(await app.count('Specimen')).toBe(before);
  });

  test('shows violations of members without a field at the form', async () => {
    const answer = await app.send('PartType', { notes: 'no name' });
    expect(answer.status).toBe(422);
    expect(nodeOf(answer).vars.errors).toHaveLength(1);
  });

  test('stores one of two simultaneous unique values', async () => {
    const before = await app.count('Specimen');
    const both = await Promise.all(
      ['A', 'B'].map((title) => app.send('OrderType', { title, code: 'only one' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = both.find(({ status }) => status === 422);
    expect(refused?.body['@type']).toBe('Form');
    expect(await app.count('Specimen')).toBe(before + 1);
  });
});

describe('a form that persists a user', () => {
  const fields = (name: string, password = 'a long secret 7') => ({
    username: name,
    emailAddress: `${name}@example.com`,
    plainPassword: { first: password, second: password },
  });

  test('creates an account by the rules of accounts', async () => {
    const { status, body, text } = await app.send('JoinType', fields('carla'));
    expect([status, body['@type']]).toEqual([201, 'Form']);
    expect(text).not.toContain('secret');
    const login = await app.post('/login', { username: 'carla', password: 'a long secret 7' });
    // The password was correct: only the verification required for every new account remains.
    expect(login.text).toContain('Please verify your email address before logging in');
  });

  test('shows account errors at the field, and password errors at its first half', async () => {
    await app.send('JoinType', fields('doris'));
    const taken = await app.send('JoinType', fields('doris'));
    expect(taken.status).toBe(422);
    expect(nodeOf(taken, 'username').vars.errors).toHaveLength(1);
    const weak = await app.send('JoinType', fields('emily', 'a'));
    expect(weak.status).toBe(422);
    expect(nodeOf(weak, 'plainPassword', 'first').vars.errors.length).toBeGreaterThan(0);
    expect(nodeOf(weak, 'plainPassword', 'first').vars.value).toBe('');
  });
});

describe('the start', () => {
  test.each([
    [
      form('AType', { persist: 'Nothing' }),
      'form AType.persist: "Nothing" is not a type with stored records',
    ],
    [
      { name: 'AType', persist: 'Specimen', fields: [{ name: 'nmae' }] },
      'form AType.fields.nmae: Specimen has no writable member "nmae"; set "property_path" to a writable member, or set "mapped" to false',
    ],
    [
      { name: 'AType', persist: 'Specimen', fields: [{ name: 'serial' }] },
      'Specimen has no writable member "serial"',
    ],
    [
      { name: 'AType', persist: 'Specimen', fields: [{ name: 'notes', type: 'file' }] },
      '"notes" of Specimen is not an upload field',
    ],
    [form('AType', { on_success: ['missing'] }), 'uses the handler "missing", which is not registered'],
    [form('AType', { on_success: 'toString' }), 'uses the handler "toString", which is not registered'],
    [
      form('AType', { mail: { to: 'nobody', subject: 'Hello' } }),
      'form AType.mail.to: "nobody" is not a valid email address',
    ],
    [form('AType', { mail: { to: [], subject: 'Hello' } }), 'form AType.mail.to: is empty'],
    [
      form('AType', { mail: { to: 'a@example.com', subject: 'Hello', template: '../../secrets' } }),
      'form AType.mail.template: the mail template "../../secrets" does not exist',
    ],
    [
      form('AType', { mail: { to: 'a@example.com', subject: 'Hello', reply_to: 'email' } }),
      'form AType.mail.reply_to: the submitted data has no field "email"',
    ],
  ] satisfies [FormDefinition, string][])('rejects %j', async (definition, message) => {
    const starting = startSuccessApp([definition]).then((started) => started.close());
    await expect(starting).rejects.toThrow(message);
  });
});
