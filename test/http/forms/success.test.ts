import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../runtime/kernel/errors/app-error.js';
import type { FormSuccessHandler } from '../../../runtime/extension-points/forms/form-success.js';
import { form, startSuccessApp, type SuccessApp } from './success-support.js';
import { nodeOf } from './support.js';

const calls: string[] = [];
const note =
  (name: string): FormSuccessHandler =>
  () =>
    void calls.push(name);
/** The handler of the current test. */
let behave: FormSuccessHandler = () => {};

const FORMS = [
  form('OrderedType', { persist: 'Specimen', on_success: ['first', 'second'] }),
  form('BehavingType', { on_success: 'behaving' }),
  form('StoringType', { persist: { type: 'Specimen', returnData: false }, on_success: 'behaving' }),
  form('SilentType'),
];

let app: SuccessApp;
beforeAll(async () => {
  app = await startSuccessApp(FORMS, {
    extensions: {
      formHandlers: {
        first: async (event, tools) => {
          calls.push('first');
          // What persist stored is visible in the same transaction.
          if (event.result !== undefined && 'record' in event.result)
            calls.push(String((await tools.find(event.result.record))?.values.name));
        },
        second: note('second'),
        behaving: (event, tools) => behave(event, tools),
      },
      formSuccess: [note('of all, one'), note('of all, two')],
      forms: [
        {
          definition: { ...form('InlineType'), on_success: 'second' },
          onSuccess: ({ data }) => void calls.push(`inline ${String(data.name)}`),
        },
      ],
    },
  });
});
afterAll(() => app.close());
afterEach(() => {
  calls.length = 0;
  behave = () => {};
});

describe('handlers of a submission', () => {
  test("run after the form's own storage: its own handlers in order, then those of all forms", async () => {
    expect((await app.send('OrderedType', { name: 'Ann' })).status).toBe(201);
    expect(calls).toEqual(['first', 'Ann', 'second', 'of all, one', 'of all, two']);
  });

  test('of the form type run after those that it names', async () => {
    const iri = await app.aForm('InlineType');
    expect((await app.post(`${iri}/submit`, { inline: { name: 'Ann' } })).status).toBe(201);
    expect(calls).toEqual(['second', 'inline Ann', 'of all, one', 'of all, two']);
  });

  test('never run for a PATCH, or for an invalid submission', async () => {
    const iri = await app.aForm('OrderedType');
    const before = await app.count('Specimen');
    expect((await app.patch(`${iri}/submit`, { ordered: { name: 'Ann' } })).status).toBe(200);
    expect((await app.post(`${iri}/submit`, { ordered: { name: '' } })).status).toBe(422);
    expect(calls).toEqual([]);
    expect(await app.count('Specimen')).toBe(before);
  });

  test('receive the Form component, the name of its type, the data and the caller', async () => {
    behave = ({ form: component, formType, data, result }, { context }) => {
      const { values, type } = component;
      calls.push(JSON.stringify([type, values.formType, formType, data, result ?? null]));
      calls.push(String(context.actor.user), typeof context.now.getTime());
    };
    await app.send('BehavingType', { name: ' Ann ' });
    expect(calls.slice(0, 3)).toEqual([
      '["Form","BehavingType","BehavingType",{"name":"Ann"},null]',
      'null',
      'number',
    ]);
  });
});

describe('writes of handlers', () => {
  test('follow the rules of their types and are stored with the submission', async () => {
    behave = async (event, tools) => {
      const made = await tools.create('Specimen', { name: `${String(event.data.name)} 1`, amount: 1 });
      const found = await tools.find(made);
      if (found !== undefined) await tools.update(found, { amount: 2 });
      event.result = { record: made };
    };
    const answer = await app.send('BehavingType', { name: 'Two' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ '@type': 'Specimen', name: 'Two 1', amount: 2 });
    expect((await app.get(answer.body['@id'])).body.amount).toBe(2);
  });

  test("are not stored if a later handler rejects: neither is the form's own record", async () => {
    const before = [await app.count('Specimen'), await app.count('Guarded')];
    behave = async (_event, tools) => {
      await tools.create('Guarded', {});
      tools.violation('name', 'This name is not for you.');
      tools.violation('', 'Nor is this form.');
    };
    const answer = await app.send('StoringType', { name: 'Never' });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    expect(answer.body['@type']).toBe('Form');
    expect(nodeOf(answer).vars).toMatchObject({ errors: ['Nor is this form.'], valid: false });
    expect(nodeOf(answer, 'name').vars.errors).toEqual(['This name is not for you.']);
    expect(calls).toEqual([]);
    expect([await app.count('Specimen'), await app.count('Guarded')]).toEqual(before);
  });

  test('that violate the rules of their types are the response, and nothing is stored', async () => {
    const before = await app.count('Specimen');
    behave = async (_event, tools) => void (await tools.create('Specimen', { name: 'x'.repeat(51) }));
    const answer = await app.send('StoringType', { name: 'Kept out' });
    expect(answer.status).toBe(422);
    expect(answer.body['@type']).toBe('ConstraintViolation');
    expect(await app.count('Specimen')).toBe(before);
  });

  test('are committed before deferred work, whose failure changes nothing', async () => {
    const before = await app.count('Specimen');
    behave = (_event, tools) => {
      tools.afterCommit(async () => void calls.push(`stored ${await app.count('Specimen')}`));
      tools.afterCommit(() => Promise.reject(new Error('too late')));
    };
    expect((await app.send('StoringType', { name: 'Kept' })).status).toBe(201);
    expect(calls.at(-1)).toBe(`stored ${before + 1}`);
    expect(app.log.some(({ err }) => err instanceof Error && err.message === 'too late')).toBe(true);
  });

  test('are followed by no deferred work if they are rejected', async () => {
    behave = (_event, tools) => {
      tools.afterCommit(async () => void calls.push('after'));
      throw new AppError({ code: 'X.Y', status: 409, publicMessage: 'Taken.' });
    };
    await app.send('StoringType', { name: 'Ann' });
    expect(calls).toEqual([]);
  });
});

describe('an error that a handler throws', () => {
  test('is the response if it has a message for clients', async () => {
    const before = await app.count('Specimen');
    behave = () => {
      throw new AppError({ code: 'X.GONE', status: 410, publicMessage: 'This offer is over.' });
    };
    const answer = await app.send('StoringType', { name: 'Ann' });
    expect(answer.status).toBe(410);
    expect(answer.body.detail).toBe('This offer is over.');
    expect(await app.count('Specimen')).toBe(before);
  });

  test('results in 500 otherwise, without details', async () => {
    const before = await app.count('Specimen');
    behave = () => {
      throw new Error('password of the database');
    };
    const answer = await app.send('StoringType', { name: 'Ann' });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('password');
    expect(await app.count('Specimen')).toBe(before);
  });
});

describe('the result of a submission', () => {
  test('is the Form resource by default', async () => {
    const answer = await app.send('SilentType', { name: 'Ann' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ '@type': 'Form', formType: 'SilentType' });
    expect((await app.send('StoringType', { name: 'Ann' })).body['@type']).toBe('Form');
  });

  test('is a record as this caller can see it', async () => {
    behave = async (event, tools) => {
      const made = await tools.create('Specimen', { name: 'Shown', secret: 'never read' });
      event.result = { record: { type: made.type, id: made.id } };
    };
    const { status, body, headers } = await app.send('BehavingType', { name: 'Ann' });
    expect(status).toBe(201);
    expect(body['@id']).toMatch(/^\/_api\/component\/specimens\//);
    expect(body).toMatchObject({ '@type': 'Specimen', '@context': '/_api/contexts/Specimen' });
    expect(body._metadata.persisted).toBe(true);
    expect(body).not.toHaveProperty('secret');
    expect(body).not.toHaveProperty('adminNote');
    expect(headers.get('cache-control')).toContain('no-store');
  });

  test('is plain data, an object or not', async () => {
    behave = (event) => void (event.result = { data: { ticket: 7, when: null } });
    const answer = await app.send('BehavingType', { name: 'Ann' });
    expect([answer.status, answer.body]).toEqual([201, { ticket: 7, when: null }]);
    behave = (event) => void (event.result = { data: ['a', 'b'] });
    expect((await app.send('BehavingType', { name: 'Ann' })).body).toEqual(['a', 'b']);
  });

  test('is a complete response', async () => {
    const response = {
      status: 202,
      content: 'Thank you',
      contentType: 'text/plain',
      headers: { 'X-Own': '1' },
    };
    behave = (event) => void (event.result = { response });
    const iri = await app.aForm('BehavingType');
    const answer = await fetch(`${app.origin}${iri}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ behaving: { name: 'Ann' } }),
    });
    expect([answer.status, await answer.text(), answer.headers.get('x-own')]).toEqual([
      202,
      'Thank you',
      '1',
    ]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('that is not a valid response stores nothing', async () => {
    const before = await app.count('Specimen');
    const missing = '00000000-0000-4000-8000-000000000000';
    behave = (event) => void (event.result = { record: { type: 'Specimen', id: missing } });
    expect((await app.send('StoringType', { name: 'Ann' })).status).toBe(500);
    behave = (event) => void (event.result = { data: 7n as unknown as number });
    expect((await app.send('StoringType', { name: 'Ann' })).status).toBe(500);
    expect(await app.count('Specimen')).toBe(before);
  });
});
