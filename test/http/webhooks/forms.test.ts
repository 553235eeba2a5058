import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { form, startSuccessApp, type SuccessApp } from '../forms/success-support.js';
import { startWebhookReceiver, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
let app: SuccessApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startSuccessApp(
    [
      form('ContactType'),
      { name: 'OrderType', persist: 'Specimen', fields: [{ name: 'name' }, { name: 'code' }] },
    ],
    { config: { webhook_targets: { allow_private: true } } },
  );
  const body = { address: receiver.url, events: ['form.submitted'] };
  expect((await app.post('/_/webhooks', body, admin)).status).toBe(201);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(() => receiver.clear());

test('a submission of a form is announced, without its content', async () => {
  expect((await app.send('ContactType', { name: 'Jane Doe' })).status).toBe(201);
  await expect
    .poll(() => receiver.accepted())
    .toMatchObject([['form.submitted', { '@type': 'FormSubmission', formType: 'ContactType' }]]);
  expect(receiver.received[0]!.raw).not.toContain('Jane');
});

test('a stored submission includes the record, as far as its reader can read it', async () => {
  expect((await app.send('OrderType', { name: 'Jane Doe', code: 'X1' })).status).toBe(201);
  await expect.poll(() => receiver.accepted().length).toBe(1);
  const [[, data] = []] = receiver.accepted();
  const record = data?.['record'] as { readonly '@id': string } | undefined;
  if (record !== undefined) expect((await app.get(record['@id'])).body).toEqual(record);
});

test('a rejected submission is not announced', async () => {
  expect((await app.send('ContactType', { name: '' })).status).toBe(422);
  await app.send('ContactType', { name: 'accepted' });
  await expect.poll(() => receiver.accepted().length).toBe(1);
});
