import type { SubmissionCheck } from './extensions.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Sent } from './endpoints/read-submission.js';
import { SHOWN_AT } from './notation/field-keywords.js';
import type { ShownMoments } from './honeypot-fields.js';
import type { SubmittedForm } from './success/success.js';
import { formErrors } from './errors.js';

/**
 * Detects bots by the honeypot, the minimum fill time and the project's check, before a whole, valid submission is
 * processed (ADR 37). `drop` means to respond as if it had been accepted. Checks that can affect people cause a form
 * error instead.
 * @throws AppError 503 if the project's check fails or returns nothing.
 */
export type Screening = (submitted: SubmittedForm, body: Sent['body']) => Promise<'drop' | 'go on'>;

export interface SpamScreeningDeps {
  readonly moments: ShownMoments;
  readonly check: SubmissionCheck | undefined;
}

const TOO_FAST = 'This was very fast. Please wait a moment and send the form again.';
const TOO_OLD = 'This form was opened too long ago. Please reload the page and send it again.';
const CHECK_MS = 10_000;

export function createSpamScreening({ moments, check }: SpamScreeningDeps): Screening {
  return async (submitted, body) => {
    const { submission, formType, context } = submitted;
    const { honeypot, minimum_fill_time: least } = formType.definition;
    const sent = sentValues(body, formType.compiled.rootName);
    if (honeypot !== undefined && !isEmpty(sent[honeypot])) {
      context.log.info({ msg: 'dropped a submission with a filled honeypot field', form: formType.name });
      return 'drop';
    }
    if (least !== undefined) {
      const seconds = moments.secondsSince(sent[SHOWN_AT], formType.name, context.now);
      if (seconds === undefined) submission.addError('', TOO_OLD);
      else if (seconds < least) submission.addError('', TOO_FAST);
    }
    if (check === undefined || context.actor.user !== null || !submission.isValid()) return 'go on';
    const refusal = await ask(check, submitted, sent);
    if (typeof refusal === 'string' && refusal !== '') submission.addError('', refusal);
    return 'go on';
  };
}

/** Returns the fields of the form as sent; a valid submission is an object. */
function sentValues(body: Sent['body'], rootName: string): Sent['body'] {
  if (rootName === '') return body;
  return body[rootName] as Sent['body']; // validated by the form
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

async function ask(
  check: SubmissionCheck,
  { form, formType, submission, address, context }: SubmittedForm,
  sent: Sent['body'],
): Promise<string | undefined> {
  const { data } = submission;
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    const answer = check({ form, formType: formType.identifier, data, sent, address, signal });
    return await Promise.race([answer, whenAborted(signal)]);
  } catch (err) {
    if (err instanceof AppError) throw err;
    context.log.error({ msg: 'extensions.submissionCheck failed', form: formType.name, err });
    throw formErrors.checkFailed(err);
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = (): void =>
      reject(new Error(`The check has not answered within ${CHECK_MS / 1000} seconds.`));
    signal.addEventListener('abort', fail, { once: true });
  });
