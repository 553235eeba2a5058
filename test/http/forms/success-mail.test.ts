import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import { startMailServer, type ReceivedMail, type TestMailServer } from '../accounts/mail-server.js';
import { startSuccessApp, type SuccessApp } from './success-support.js';

const ENQUIRY: FormDefinition = {
  name: 'EnquiryType',
  honeypot: 'website',
  mail: {
    to: ['office@example.com', 'Front Desk <desk@example.com>'],
    subject: 'Enquiry of {{ name }}: {{topic}}',
    reply_to: 'emailAddress',
  },
  fields: [
    { name: 'name', label: 'Your name' },
    { name: 'emailAddress' },
    { name: 'topic', type: 'choice', choices: { 'A sale': 's', Other: 'o' } },
    { name: 'interests', type: 'choice', multiple: true, choices: { Chairs: 1, Tables: 2 } },
    { name: 'agreed', type: 'checkbox' },
    { name: 'password', type: 'password' },
    { name: 'twice', type: 'repeated', entry_type: 'password' },
    { name: 'address', label: 'Address', fields: [{ name: 'city' }, { name: 'pin', type: 'password' }] },
    { name: 'guests', type: 'collection', entry_type: 'GuestType', allow_add: true },
    { name: 'notes', type: 'collection', entry_type: 'text', allow_add: true },
    { name: 'message', type: 'textarea', property_path: 'text' },
    { name: 'photo', type: 'file' },
    { name: 'terms', type: 'checkbox', mapped: false },
    { name: 'send', type: 'submit' },
  ],
};

const FORMS: readonly FormDefinition[] = [
  ENQUIRY,
  { name: 'GuestType', fields: [{ name: 'name' }, { name: 'age', type: 'integer' }] },
  {
    name: 'StoredType',
    persist: 'Specimen',
    mail: { to: 'office@example.com', subject: 'Stored', template: 'user-enabled' },
    fields: [{ name: 'name' }],
  },
];

let mail: TestMailServer;
let app: SuccessApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startSuccessApp(FORMS, { env: { MAILER_DSN: mail.dsn } });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
afterEach(() => {
  mail.received.length = 0;
  mail.refusal = null;
});

const only = (): ReceivedMail => {
  const [first] = mail.received;
  if (first === undefined) throw new Error('no mail came');
  return first;
};

const header = ({ email }: ReceivedMail, name: string): readonly string[] =>
  email.headers.filter(({ key }) => key === name).map(({ value }) => value);

describe('the mail about a submission', () => {
  test('can have a reply address with an international domain', async () => {
    const iri = await app.aForm('EnquiryType');
    const parts = new FormData();
    for (const [name, value] of Object.entries({
      name: 'Ann',
      emailAddress: 'ann@müller.example',
      topic: 's',
    }))
      parts.append(`enquiry[${name}]`, value);
    expect((await app.postParts(`${iri}/submit`, parts)).status).toBe(201);
    expect(only().email.replyTo).toEqual([{ address: 'ann@xn--mller-kva.example', name: '' }]);
  });

  test('lists labels and values, in a separate mail for each recipient', async () => {
    const iri = await app.aForm('EnquiryType');
    const parts = new FormData();
    const texts = {
      name: 'Ann',
      emailAddress: 'ann@example.com',
      topic: 's',
      agreed: '1',
      password: 'hunter2',
      'twice][first': 'hunter3',
      'twice][second': 'hunter3',
      'address][city': 'Ghent',
      'address][pin': 'hunter4',
      'guests][0][name': 'Bob',
      'guests][0][age': '7',
      'notes][0': 'one',
      message: 'Two\nlines',
      terms: '1',
      website: '',
    };
    for (const [name, value] of Object.entries(texts)) parts.append(`enquiry[${name}]`, value);
    for (const value of ['1', '2']) parts.append('enquiry[interests][]', value);
    parts.append('enquiry[photo]', new Blob(['12345']), 'a.txt');
    const answer = await app.postParts(`${iri}/submit`, parts);
    expect([answer.status, answer.body['@type']]).toEqual([201, 'Form']);
    expect(mail.received.map(({ to }) => to).sort()).toEqual([['desk@example.com'], ['office@example.com']]);
    const [desk] = mail.received.filter(({ to }) => to[0] === 'desk@example.com');
    expect(desk?.email.to).toEqual([{ address: 'desk@example.com', name: 'Front Desk' }]);
    const { email } = only();
    expect(email.subject).toBe('Enquiry of Ann: A sale');
    expect(email.replyTo).toEqual([{ address: 'ann@example.com', name: '' }]);
    const listed = [
      'Your name: Ann',
      'Email address: ann@example.com',
      'Topic: A sale',
      'Interests: Chairs, Tables',
      'Agreed: Yes',
      'Address / City: Ghent',
      'Guests 1 / Name: Bob',
      'Guests 1 / Age: 7',
      'Notes 1: one',
      'Message: Two\nlines',
      'Photo: a.txt (5 bytes)',
    ];
    expect(email.text).toContain(listed.join('\n'));
    for (const text of [email.text, email.html])
      expect(text).not.toMatch(/hunter|password|website|terms|Pin\b|Twice/i);
  });

  test('is sent after everything is stored, with the template that the form names', async () => {
    expect((await app.send('StoredType', { name: 'Ann' })).status).toBe(201);
    expect(only().email.subject).toBe('Stored');
    expect(only().email.text).toContain('Your Account Has Been Enabled');
  });

  test('is not sent for a PATCH, a rejected submission, or a filled honeypot', async () => {
    const iri = await app.aForm('StoredType');
    expect((await app.patch(`${iri}/submit`, { stored: { name: 'Ann' } })).status).toBe(200);
    expect((await app.send('StoredType', { name: 'x'.repeat(51) })).status).toBe(422);
    const dropped = await app.send('EnquiryType', { name: 'Bot', website: 'https://spam.example' });
    expect(dropped.status).toBe(201);
    expect(mail.received).toEqual([]);
  });

  test('that could not be sent is logged without addresses, and the submission succeeds', async () => {
    const before = await app.count('Specimen');
    mail.refusal = 'No mail for office@example.com';
    expect((await app.send('StoredType', { name: 'Ann' })).status).toBe(201);
    expect(await app.count('Specimen')).toBe(before + 1);
    const entry = app.log.find(({ msg }) => msg === 'failed to send an email about a form submission');
    expect(entry).toMatchObject({ form: 'StoredType' });
    expect(String(entry?.err)).not.toContain('office@example.com');
  });
});

describe('visitor input in a mail', () => {
  test('is not interpreted as markup', async () => {
    await app.send('EnquiryType', { name: '<img src=x onerror=alert(1)>', message: '{{ website_name }}' });
    const { html = '', text = '' } = only().email;
    expect(html).toContain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;');
    expect(html).not.toContain('<img src=x');
    expect(text).toContain('Message: {{ website_name }}');
  });

  test.each([
    'Ann\r\nBcc: victim@example.com',
    'Ann\nBcc: victim@example.com\n\nAnother body',
    'Ann\rBcc: victim@example.com',
    'Ann\u2028Bcc: victim@example.com\u0000\u0008',
    'Ann\u0085Bcc: victim@example.com',
  ])('adds no header through the subject: %j', async (name) => {
    // No response stores NUL; it never reaches the mail.
    const sent = name.replace('\u0000', '');
    await app.send('EnquiryType', { name: sent });
    expect(mail.received.every(({ to }) => to[0] !== 'victim@example.com')).toBe(true);
    expect(header(only(), 'bcc')).toEqual([]);
    expect(only().email.subject).toMatch(/^Enquiry of Ann Bcc: victim@example\.com/);

    expect(only().email.subject).not.toMatch(/[\u0000-\u001f\u0080-\u009f\u2028]/);
  });

  test('is shortened in a long subject', async () => {
    await app.send('EnquiryType', { name: 'ä'.repeat(5000) });
    expect(only().email.subject).toHaveLength(200);
  });

  test.each([
    'ann@example.com, victim@example.com',
    'ann@example.com\r\nBcc: victim@example.com',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    'group: ann@example.com;',
    '"quoted comma, a"@example.com',
    'no address',
    '',
  ])('is a reply address only if it is a valid address: %j', async (emailAddress) => {
    await app.send('EnquiryType', { name: 'Ann', emailAddress });
    expect(header(only(), 'reply-to')).toEqual([]);
    expect(header(only(), 'bcc')).toEqual([]);
  });

  test('cannot access built-in object properties', async () => {
    await app.send('EnquiryType', { name: 'constructor', emailAddress: '__proto__' });
    expect(only().email.subject).toBe('Enquiry of constructor:');
  });
});
