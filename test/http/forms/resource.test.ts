import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../runtime/kernel/errors/config-error.js';
import { MISSING_ID, violations } from '../core/core-app.js';
import { CONTACT, nodeOf, startFormsApp, type FormsApp } from './support.js';

const FORMS = '/component/forms';
const ADMIN = { as: 'admin' } as const;

let app: FormsApp;
beforeAll(async () => {
  app = await startFormsApp();
});
afterAll(() => app.close());

describe('POST /component/forms', () => {
  test('responds with 201 and the form as clients render it', async () => {
    const made = await app.post(FORMS, { formType: 'ContactType', uiComponent: 'ContactForm' }, ADMIN);
    expect(made.status, made.text).toBe(201);
    const { body } = made;
    expect(body).toMatchObject({
      '@context': '/_api/contexts/Form',
      '@type': 'Form',
      '@id': `/_api${FORMS}/${body.id}`,
      formType: 'App\\Form\\ContactType',
      uiComponent: 'ContactForm',
      createdAt: expect.any(String),
      modifiedAt: expect.any(String),
      _metadata: { persisted: true },
    });
    expect(body.formView).toMatchObject({
      rendered: false,
      methodRendered: false,
      vars: {
        name: 'contact',
        submitted: false,
        valid: true,
        errors: [],
        attr: { novalidate: 'novalidate' },
        action: `http://localhost:8000${body['@id']}/submit`,
      },
    });
    expect(nodeOf(made, 'email').vars).toMatchObject({ full_name: 'contact[email]', id: 'contact_email' });
    expect(made.headers.get('location')).toBe(body['@id']);
  });

  test.each([
    ['ContactType'],
    ['App\\Form\\ContactType'],
    ['\\App\\Form\\ContactType'],
    ['Other\\Place\\ContactType'],
  ])('accepts %j and stores the class of the type', async (formType) => {
    const { status, body } = await app.post(FORMS, { formType }, ADMIN);
    expect([status, body.formType]).toEqual([201, 'App\\Form\\ContactType']);
  });

  test.each([
    ['TestRepeatedType', 'TestRepeatedType', 'test_repeated'],
    ['App\\Form\\FlatType', 'FlatType', ''],
    ['PrefilledType', 'PrefilledType', 'prefilled'],
  ])('%j is the type %s with the root name %j', async (formType, identifier, name) => {
    const { body } = await app.post(FORMS, { formType }, ADMIN);
    expect([body.formType, body.formView.vars.name]).toEqual([identifier, name]);
  });

  test.each<[unknown, string]>([
    [undefined, 'This value should not be blank.'],
    [null, 'This value should not be blank.'],
    ['', 'This value should not be blank.'],
    ['NoSuchType', 'The form type "NoSuchType" does not exist.'],
    ['App\\Form\\NoSuchType', 'The form type "App\\Form\\NoSuchType" does not exist.'],
    ['__proto__', 'The form type "__proto__" does not exist.'],
    ['constructor', 'The form type "constructor" does not exist.'],
    [7, 'This value should be of type string.'],
    [['ContactType'], 'This value should be of type string.'],
  ])('rejects %j at formType', async (formType, message) => {
    const refused = await app.post(FORMS, { formType }, ADMIN);
    expect(refused.status).toBe(422);
    expect(violations(refused)).toEqual([['formType', expect.stringContaining(message)]]);
  });

  test.each(['Widget', 'App\\Entity\\Widget', 'Page'])(
    'rejects %s, which is not a form type',
    async (formType) => {
      const refused = await app.post(FORMS, { formType }, ADMIN);
      expect(refused.status).toBe(422);
      const [[path, message] = []] = violations(refused);
      expect(path).toBe('formType');
      expect(message).toMatch(
        new RegExp(
          `^"${formType.replaceAll('\\', '\\\\')}" is no form type\\. Form types are the files in schemas/forms`,
        ),
      );
    },
  );
});

describe('GET /component/forms', () => {
  test('an item shows an empty form', async () => {
    const iri = await app.aForm('ContactType');
    const { status, body, headers } = await app.get(iri);
    expect([status, body.formType, body.formView.vars.submitted]).toEqual([
      200,
      'App\\Form\\ContactType',
      false,
    ]);
    expect(headers.get('cache-control')).toContain('public');
  });

  test('the list has the types but no forms', async () => {
    await app.aForm('ContactType');
    const { body } = await app.get(FORMS);
    expect(body.member.length).toBeGreaterThan(0);
    for (const member of body.member) {
      expect(member.formType).toEqual(expect.any(String));
      expect(member).not.toHaveProperty('formView');
    }
  });

  test('a Collection component that lists forms shows no forms', async () => {
    await app.aForm('ContactType');
    const made = await app.create('/component/collections', { resourceIri: '/_api/component/forms' });
    const { body } = await app.get(made['@id']);
    expect(body.collection.member.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('formView');
  });

  test('action comes from the definition if it sets one', async () => {
    const { body } = await app.get(await app.aForm('ElsewhereType'));
    expect(body.formView.vars.action).toBe('/elsewhere');
  });

  test('a form that is prefilled from its page uses parameters and is not cached', async () => {
    const iri = await app.aForm('PrefilledType');
    const shown = await app.get(`${iri}?username=alice&token=abc`);
    expect(nodeOf(shown, 'username').vars).toMatchObject({ value: 'alice', help: 'Yours.' });
    expect(nodeOf(shown, 'token').vars.value).toBe('abc');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const plain = await app.get(`${iri}?username[]=alice&token[a]=b`);
    expect([plain.status, nodeOf(plain, 'username').vars.value]).toEqual([200, '']);
  });

  test('a type whose code fails shows its definition and does not undo writes', async () => {
    const iri = await app.aForm('FailingType');
    for (const { status, body } of [
      await app.get(iri),
      await app.patch(iri, { uiComponent: 'Changed' }, ADMIN),
      await app.post(`${iri}/submit`, { failing: { name: 'me' } }),
    ]) {
      expect([200, 201]).toContain(status);
      expect(body.formView.vars.name).toBe('failing');
    }
    expect((await app.get(iri)).body.uiComponent).toBe('Changed');
  });

  test('the entrypoint, the documentation and the context include the type', async () => {
    expect((await app.get('/')).body.form).toBe('/_api/component/forms');
    expect((await app.get('/contexts/Form')).body['@context']).toMatchObject({ formType: 'Form/formType' });
    expect((await app.get('/docs.jsonld')).text).toContain('Form/formType');
  });
});

describe('PATCH and PUT /component/forms/{id}', () => {
  test('change the type, and ignore data of the form', async () => {
    const iri = await app.aForm('ContactType');
    const patched = await app.patch(iri, { formType: 'FlatType', contact: { email: 'x' } }, ADMIN);
    expect([patched.status, patched.body.formType]).toEqual([200, 'FlatType']);
    expect(patched.body.formView.vars).toMatchObject({ name: '', submitted: false });
    const ignored = await app.patch(iri, { name: 'x', formView: { vars: {} } }, ADMIN);
    expect(ignored.body.formView.vars).toMatchObject({ submitted: false });
    expect(ignored.body.modifiedAt).toBe(patched.body.modifiedAt);
    const put = await app.put(iri, { formType: 'ContactType' }, ADMIN);
    expect([put.status, put.body.formType]).toEqual([200, 'App\\Form\\ContactType']);
    expect(violations(await app.put(iri, {}, ADMIN))).toEqual([
      ['formType', 'This value should not be blank.'],
    ]);
    expect((await app.patch(iri, { formType: 'Nothing' }, ADMIN)).status).toBe(422);
  });

  test('sending a form back changes nothing, whichever spelling of its type is used', async () => {
    const iri = await app.aForm('ContactType');
    const { body } = await app.get(iri);
    for (const formType of [body.formType, 'ContactType'])
      expect((await app.patch(iri, { ...body, formType }, ADMIN)).body.modifiedAt).toBe(body.modifiedAt);
  });

  test('DELETE deletes it', async () => {
    const iri = await app.aForm('ContactType');
    expect((await app.delete(iri, ADMIN)).status).toBe(204);
    expect((await app.get(iri)).status).toBe(404);
    expect((await app.get(`${FORMS}/${MISSING_ID}`)).status).toBe(404);
  });

  test('anonymous callers cannot write forms', async () => {
    const iri = await app.aForm('ContactType');
    expect((await app.post(FORMS, { formType: 'ContactType' })).status).toBe(401);
    expect((await app.patch(iri, { uiComponent: 'X' })).status).toBe(401);
  });
});

describe('a form whose type no longer exists', () => {
  test('is returned without its form, can be changed, and cannot be submitted', async () => {
    const iri = await app.aForm('ContactType');
    await app.setFormType(iri, 'GoneType');
    const shown = await app.get(iri);
    expect([shown.status, shown.body.formType]).toEqual([200, 'GoneType']);
    expect(shown.body).not.toHaveProperty('formView');
    expect((await app.patch(iri, { uiComponent: 'X' }, ADMIN)).status).toBe(200);
    for (const send of [app.patch, app.post]) {
      const refused = await send(`${iri}/submit`, { contact: {} });
      expect([refused.status, refused.body.detail]).toEqual([
        404,
        'This form cannot be submitted: its form type "GoneType" no longer exists.',
      ]);
    }
    expect((await app.patch(iri, { formType: 'FlatType' }, ADMIN)).body.formView.vars.name).toBe('');
  });
});

describe('enabled_components.form: false', () => {
  test('removes every form endpoint', async () => {
    const without = await startFormsApp({ config: { enabled_components: { form: false } } });
    try {
      for (const path of [FORMS, `${FORMS}/${MISSING_ID}`, `${FORMS}/password_reset`])
        expect((await without.get(path, ADMIN)).status, path).toBe(404);
      expect((await without.post(`${FORMS}/${MISSING_ID}/submit`, {}, ADMIN)).status).toBe(404);
      expect((await without.get('/')).body).not.toHaveProperty('form');
      const { paths } = (await without.get('/docs.jsonopenapi')).body;
      expect(Object.keys(paths as object).filter((path) => path.includes('/forms'))).toEqual([]);
    } finally {
      await without.close();
    }
  });
});

describe('form types at start', () => {
  test('with a duplicate name or class stop the service', async () => {
    const same = { ...CONTACT, 'x-class': 'App\\Form\\Other' };
    const sameClass = { name: 'OtherType', 'x-class': 'App\\Form\\ContactType', fields: [] };
    const start = startFormsApp({ extensions: { forms: [{ definition: same }, { definition: sameClass }] } });
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(/"ContactType".*\n[^]*"App\\Form\\ContactType"/);
  });

  test('that are invalid stop the service and are named', async () => {
    const definition = { name: 'BrokenType', fields: [{ name: 'a', constraints: [{ NoSuchRule: {} }] }] };
    await expect(startFormsApp({ extensions: { forms: [{ definition }] } })).rejects.toThrow(
      /BrokenType[^]*NoSuchRule/,
    );
  });
});
