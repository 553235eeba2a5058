import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startFormsApp, type FormsApp } from './support.js';

let app: FormsApp;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
let document: any;
beforeAll(async () => {
  app = await startFormsApp();
  document = (await app.get('/docs.jsonopenapi')).body;
});
afterAll(() => app.close());

const SUBMIT = '/_api/component/forms/{id}/submit';

describe('the documentation of forms', () => {
  test('describes both submits, their bodies and their responses', () => {
    const { patch, post } = document.paths[SUBMIT];
    expect(Object.keys(document.paths[SUBMIT] as object).sort()).toEqual(['patch', 'post']);
    expect(Object.keys(patch.requestBody.content as object)).toEqual(['application/merge-patch+json']);
    expect(Object.keys(post.requestBody.content as object)).toEqual([
      'application/ld+json',
      'application/json',
      'multipart/form-data',
    ]);
    expect(post).toMatchObject({ tags: ['Form'], security: [] });
    expect(post.parameters).toMatchObject([
      { name: 'id', in: 'path' },
      { $ref: '#/components/parameters/IfMatch' },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
    expect(Object.keys(patch.responses as object)).toContain('200');
    expect(Object.keys(post.responses as object)).toContain('201');
    expect(document.paths).toHaveProperty(['/_api/component/forms/password_reset']);
    expect(document.paths).toHaveProperty(['/_api/component/forms/password_reset/submit']);
  });

  test('has a schema of the submission of each form type, and the names of all', () => {
    const { schemas } = document.components;
    expect(schemas['ContactType.submission']).toEqual({
      title: 'ContactType',
      type: 'object',
      required: ['contact'],
      properties: { contact: { $ref: '#/components/schemas/ContactType.fields' } },
    });
    expect(schemas['ContactType.fields'].properties).toMatchObject({
      email: { type: 'string', format: 'email', title: 'Your email' },
      tags: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
      address: { $ref: '#/components/schemas/AddressType.fields' },
      lines: { items: { type: 'string' } },
    });
    expect(schemas['ContactType.fields'].properties).not.toHaveProperty('send');
    expect(schemas['Form.jsonld-input'].properties.formType.enum).toContain('App\\Form\\ContactType');
    expect(schemas['FlatType.submission']).toEqual({
      title: 'FlatType',
      $ref: '#/components/schemas/FlatType.fields',
    });
  });

  test('lists forms before those that are only parts of them', () => {
    const { oneOf } = document.paths[SUBMIT].post.requestBody.content['application/json'].schema;
    const names = (oneOf as readonly JsonObject[]).map(({ $ref }) => $ref);
    expect(names[0]).toBe('#/components/schemas/BookingType.submission');
    expect(names.indexOf('#/components/schemas/ContactType.submission')).toBeLessThan(
      names.indexOf('#/components/schemas/AddressType.submission'),
    );
    expect(names.at(-1)).toBe('#/components/schemas/AddressType.submission');
    expect(document.components.schemas['Form.jsonld'].properties.formView.type).toBe('object');
  });

  test('omits a form that is not submitted to the API', () => {
    const { oneOf } = document.paths[SUBMIT].post.requestBody.content['application/json'].schema;
    const names = (oneOf as readonly JsonObject[]).map(({ $ref }) => $ref);
    expect(names).toContain('#/components/schemas/ContactType.submission');
    expect(names).not.toContain('#/components/schemas/ClosedType.submission');
  });

  test('has only valid references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    for (const path of new Set(references)) {
      const found = path
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
      expect(found, path).toBeDefined();
    }
  });
});
