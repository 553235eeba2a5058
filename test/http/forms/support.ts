import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormDefinition, FormType } from '../../../runtime/extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Builders } from '../../support/builders.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { testTypes } from '../../support/test-types.js';

export const CONTACT: FormDefinition = {
  name: 'ContactType',
  'x-class': 'App\\Form\\ContactType',
  attr: { novalidate: 'novalidate' },
  fields: [
    {
      name: 'email',
      type: 'email',
      label: 'Your email',
      constraints: [{ NotBlank: { message: 'Please enter your email' } }, { Email: {} }],
    },
    { name: 'message', type: 'textarea' },
    { name: 'secret', type: 'password' },
    {
      name: 'tags',
      type: 'choice',
      multiple: true,
      choices: { Red: 'red', Blue: 'blue' },
    },
    { name: 'address', type: 'AddressType' },
    {
      name: 'lines',
      type: 'collection',
      entry_type: 'text',
      allow_add: true,
      allow_delete: true,
      entry_options: { constraints: [{ NotBlank: { message: 'Fill in the line.' } }] },
    },
    { name: 'send', type: 'submit', label: 'Send' },
  ],
};

const ADDRESS: FormDefinition = { name: 'AddressType', fields: [{ name: 'city' }, { name: 'street' }] };

/** Prefills itself from the page's address, as the form for a new password does. */
const PREFILLED: FormType = {
  isPrivate: true,
  definition: {
    name: 'PrefilledType',
    fields: [
      { name: 'username', constraints: [{ NotBlank: {} }] },
      { name: 'token', type: 'hidden' },
    ],
  },
  shown({ requested: { list } }) {
    const { username, token } = list;
    return { data: { username: textOf(username), token: textOf(token) }, help: { username: 'Yours.' } };
  },
};

/** A form type whose code fails. */
const FAILING: FormType = {
  definition: { name: 'FailingType', fields: [{ name: 'name' }] },
  shown: () => Promise.reject(new Error('nothing to show')),
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const FORMS: readonly FormDefinition[] = [
  CONTACT,
  ADDRESS,
  { name: 'TestRepeatedType', fields: [{ name: 'password', type: 'repeated', entry_type: 'password' }] },
  {
    name: 'BookingType',
    fields: [
      { name: 'day', type: 'date', constraints: [{ Range: { min: 'today', max: 'today+7d' } }] },
      { name: 'at', type: 'datetime', constraints: [{ GreaterThan: { value: 'now+2h' } }] },
    ],
  },
  { name: 'ClosedType', api_disabled: true, fields: [{ name: 'name' }] },
  { name: 'ElsewhereType', action: '/elsewhere', fields: [{ name: 'name' }] },
  { name: 'FlatType', 'x-form-name': '', fields: [{ name: 'name', constraints: [{ NotBlank: {} }] }] },
  { name: 'OpenType', allow_extra_fields: true, fields: [{ name: 'name' }] },
  {
    name: 'FilesType',
    fields: [
      { name: 'title' },
      { name: 'photo', type: 'file' },
      { name: 'papers', type: 'file', multiple: true },
    ],
  },
  { name: 'PictureType', fields: [{ name: 'photo', type: 'file', constraints: [{ Image: {} }] }] },
  { name: 'TrapType', honeypot: 'website', fields: [{ name: 'name', constraints: [{ NotBlank: {} }] }] },
  { name: 'TimedType', minimum_fill_time: 3, fields: [{ name: 'name' }] },
];

export type FormsApp = TestApp &
  Builders & {
    /** Creates a Form component and returns its IRI. */
    aForm(formType: string): Promise<string>;
    /** Stores a type that the service may not support. */
    setFormType(iri: string, formType: string): Promise<void>;
    /** POSTs a multipart body. */
    postParts(path: string, parts: FormData, token?: string): Promise<TestResponse>;
    /** Returns temporary files of submissions. */
    leftFiles(): Promise<readonly string[]>;
  };

/** Starts the application with form types of every kind and every page readable. */
export async function startFormsApp(options: TestAppOptions = {}): Promise<FormsApp> {
  const config: JsonObject = { routable_security: null, route_security: [], ...options.config };
  const forms = FORMS.map((definition) => ({ definition }));
  const app = await startTestApp({
    manifest: { ...testTypes, forms },
    ...options,
    extensions: { forms: [PREFILLED, FAILING], ...options.extensions },
    config,
  });
  const { database } = app.app;
  return {
    ...app,
    ...createBuilders(app),
    // Placing a form that creates users requires the permission to create users.
    aForm: async (formType) => (await app.create('/component/forms', { formType }, 'superAdmin'))['@id'],
    async setFormType(iri, formType) {
      const sql = `update ${database.table('form')} set form_type = :formType where id = :id`;
      const id = iri.slice(iri.lastIndexOf('/') + 1);
      await database.transaction((session) => session.run(sql, { id, formType }));
    },
    async postParts(path, parts, token) {
      const response = await fetch(app.origin + path, {
        method: 'POST',
        body: parts,
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    },
    leftFiles: () => readdir(join(app.config.dataDir, 'form-files')).catch(() => []),
  };
}

/** Returns a node of a response's tree, by field names. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function nodeOf({ body }: TestResponse, ...names: readonly string[]): any {
  let node = body.formView;
  for (const name of names)
    node = node?.children.find(({ vars }: { vars: { name: string } }) => vars.name === name);
  return node;
}
