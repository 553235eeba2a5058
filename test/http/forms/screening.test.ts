import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionCheck } from '../../../runtime/features/forms/extensions.js';
import { AppError } from '../../../runtime/kernel/errors/app-error.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

type Check = SubmissionCheck | undefined;
let check: Check;
const requested: Parameters<SubmissionCheck>[0][] = [];
const submissionCheck: SubmissionCheck = (submission) => {
  requested.push(submission);
  return check?.(submission);
};
const logged: LogEntry[] = [];
const keep = (entry: LogEntry): void => void logged.push(entry);
const log: Logger = { error: keep, warn: keep, info: keep, debug: () => undefined };
let now = Date.parse('2030-01-01T00:00:00Z');
const clock = { now: () => new Date(now) };

let app: FormsApp;
beforeAll(async () => {
  app = await startFormsApp({ extensions: { submissionCheck }, log, clock });
});
afterAll(() => app.close());
afterEach(() => {
  check = undefined;
  requested.length = 0;
  logged.length = 0;
});

describe('a form with a honeypot', () => {
  test('shows a field that people do not see', async () => {
    const shown = await app.get(await app.aForm('TrapType'));
    expect(nodeOf(shown, 'website').vars).toMatchObject({
      full_name: 'trap[website]',
      required: false,
      attr: { autocomplete: 'off', tabindex: -1, 'aria-hidden': 'true', style: expect.any(String) },
    });
  });

  test('responds to a filled honeypot with success, and does nothing', async () => {
    const trap = await app.aForm('TrapType');
    const caught = await app.post(`${trap}/submit`, {
      trap: { name: 'Bot', website: 'https://spam.example' },
    });
    expect([caught.status, caught.body.formView.vars.valid]).toEqual([201, true]);
    expect(requested).toEqual([]);
    expect(logged.map(({ msg }) => msg)).toContain('dropped a submission with a filled honeypot field');
    const wrong = await app.post(`${trap}/submit`, { trap: { name: '', website: 'x' } });
    expect(wrong.status).toBe(422);
  });

  test('works for people', async () => {
    const trap = await app.aForm('TrapType');
    for (const website of [undefined, '', null]) {
      const body = { trap: { name: 'Me', ...(website === undefined ? {} : { website }) } };
      expect((await app.post(`${trap}/submit`, body)).status).toBe(201);
    }
    expect(requested.map(({ data }) => data)).toEqual([{ name: 'Me' }, { name: 'Me' }, { name: 'Me' }]);
    expect((await app.patch(`${trap}/submit`, { trap: { name: 'Me', website: 'x' } })).status).toBe(200);
  });
});

describe('a form with a minimum fill time', () => {
  const TOO_FAST = 'This was very fast. Please wait a moment and send the form again.';
  const TOO_OLD = 'This form was opened too long ago. Please reload the page and send it again.';

  async function shownMoment(form: string): Promise<string> {
    const shown = await app.get(form);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    return nodeOf(shown, '_shown_at').vars.value;
  }

  test('accepts submissions after it, and rejects earlier ones', async () => {
    const form = await app.aForm('TimedType');
    const moment = await shownMoment(form);
    const send = () => app.post(`${form}/submit`, { timed: { name: 'Me', _shown_at: moment } });
    now += 2_900;
    const fast = await send();
    expect([fast.status, fast.body.formView.vars.errors]).toEqual([422, [TOO_FAST]]);
    expect(requested).toEqual([]);
    now += 100;
    expect((await send()).status).toBe(201);
    expect(requested[0]?.data).toEqual({ name: 'Me' });
    now += 24 * 60 * 60 * 1000;
    const old = await send();
    expect([old.status, old.body.formView.vars.errors]).toEqual([422, [TOO_OLD]]);
  });

  test('rejects times without a valid signature', async () => {
    const form = await app.aForm('TimedType');
    const moment = await shownMoment(form);
    now += 10_000;
    const [, signature = ''] = moment.split('.');
    const earlier = `${(now - 3_600_000).toString(36)}.${signature}`;
    for (const forged of [undefined, '', 'x', earlier, `${moment}x`, 7, [moment], null]) {
      const values = { name: 'Me', ...(forged === undefined ? {} : { _shown_at: forged }) };
      const answer = await app.post(`${form}/submit`, { timed: values });
      expect(answer.status, String(forged)).toBe(422);
    }
  });

  test('does not check the time of partial checks', async () => {
    const form = await app.aForm('TimedType');
    expect((await app.patch(`${form}/submit`, { timed: { name: 'Me' } })).status).toBe(200);
  });
});

describe('extensions.submissionCheck', () => {
  const contact = { contact: { email: 'me@example.com' } };

  test('is called for anonymous submissions that are otherwise valid', async () => {
    const form = await app.aForm('ContactType');
    await app.post(`${form}/submit`, contact);
    expect(requested).toHaveLength(1);
    expect(requested[0]).toMatchObject({
      formType: 'App\\Form\\ContactType',
      form: { type: 'Form', id: form.slice(form.lastIndexOf('/') + 1) },
      data: { email: 'me@example.com' },
      sent: { email: 'me@example.com' },
      address: expect.stringMatching(/127\.0\.0\.1/),
    });
    requested.length = 0;
    await app.post(`${form}/submit`, contact, { as: 'user' });
    await app.patch(`${form}/submit`, contact);
    await app.post(`${form}/submit`, { contact: {} });
    expect(requested).toEqual([]);
  });

  test('rejects with a text, which is an error of the form', async () => {
    const form = await app.aForm('ContactType');
    check = () => Promise.resolve('Please solve the puzzle.');
    const answer = await app.post(`${form}/submit`, contact);
    expect([answer.status, answer.body.formView.vars]).toMatchObject([
      422,
      { valid: false, errors: ['Please solve the puzzle.'] },
    ]);
    check = () => undefined;
    expect((await app.post(`${form}/submit`, contact)).status).toBe(201);
  });

  test('rejects when it fails, so an unavailable service lets no one through', async () => {
    const form = await app.aForm('ContactType');
    check = () => Promise.reject(new Error('no connection'));
    const answer = await app.post(`${form}/submit`, contact);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(answer.text).not.toContain('no connection');
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'extensions.submissionCheck failed', form: 'ContactType' }),
    );
    check = () => {
      throw new AppError({ code: 'SPAM.BLOCKED', status: 403, publicMessage: 'Go away.' });
    };
    expect((await app.post(`${form}/submit`, contact)).status).toBe(403);
  });
});
