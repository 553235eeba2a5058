import { describe, expect, expectTypeOf, test } from 'vitest';
import { definitionsIn } from '../../../../runtime/features/forms/definitions-in.js';
import { compileForm } from '../../../../runtime/features/forms/engine/compile-form.js';
import { manifest } from '../../../golden/rich/expected/manifest.js';
import type {
  ContactData,
  ContactSubmission,
  ContactSubmissionPatch,
  ContactView,
} from '../../../golden/rich/expected/types/index.js';

const address = { street: 'Am Wall 1', city: 'Bremen' };

const whole: ContactSubmission = {
  contact: {
    email: 'a@example.com',
    age: '18',
    topic: '1',
    tags: ['a'],
    terms: true,
    address: { 'zip-code': '28195' },
    second: address,
    others: [address],
    words: ['one', 'two'],
    secret: { first: 'secret', second: 'secret' },
    meta: { note: 'x' },
  },
};

describe('client types of a form type', () => {
  const definitions = {
    get: (name: string) =>
      definitionsIn(manifest).find(({ definition }) => definition.name === name)?.definition,
  };
  const [contact] = definitionsIn(manifest).filter(({ definition }) => definition.name === 'ContactType');
  const form = compileForm(contact?.definition ?? { name: 'None', fields: [] }, { definitions });

  test('describe the body and the values of a submission as in the service', () => {
    const submission = form.submit(JSON.parse(JSON.stringify(whole)), {
      extent: 'whole',
      shown: { action: '' },
      context: { groups: new Set(['Default']), now: new Date(), isGranted: () => false },
    });
    // Files are sent as multipart, and this body is not.
    const data: ContactData = {
      ...{ email: 'a@example.com', phone: null, age: 18, cents: null, topic: 1, tags: ['a'], country: null },
      ...{ files: [], address: { 'zip-code': '28195', city: null }, second: address, others: [address] },
      ...{ words: ['one', 'two'], secret: 'secret', day: null, note: 'x' },
    };
    expect(submission.data).toEqual(data);
  });

  test('have optional members for a partial submission that a full one requires', () => {
    const part: ContactSubmissionPatch = { contact: { others: [{ city: 'Bremen' }], address: {} } };
    expect(part).toBeDefined();
    // @ts-expect-error a whole submission names the address
    const missing: ContactSubmission = { contact: { ...whole.contact, email: undefined } };
    expect(missing).toBeDefined();
    // @ts-expect-error no choice is called so
    const unknown: ContactSubmissionPatch = { contact: { topic: 'rant' } };
    expect(unknown).toBeDefined();
  });

  test('contain the fields of the tree', () => {
    expectTypeOf<ContactView['children'][number]['vars']['name']>().toExtend<
      keyof typeof whole.contact | string
    >();
    const view = form.view({ action: '/submit' }) as unknown as ContactView;
    const first: 'email' | undefined = view.children
      .map(({ vars }) => vars.name)
      .find((name) => name === 'email');
    expect(first).toBe('email');
  });
});
