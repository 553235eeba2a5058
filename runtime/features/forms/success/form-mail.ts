import { randomBytes } from 'node:crypto';
import type { FormMail } from '../../../extension-points/forms/form-definition.js';
import type { Mailer, MailMessage } from '../../../kernel/ports/mailer.js';
import type { MailTemplates } from '../../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../../kernel/util/failures/mail-failure.js';
import { isMailAddress, type MailAddress } from './mail-address.js';
import type { FieldPrinter } from './mail-rows.js';
import type { SubmittedForm } from './success.js';

/** Returns the task that sends the mail of a submission. */
export type FormMailer = (submitted: SubmittedForm) => () => Promise<void>;

export interface FormMailPlan {
  readonly mail: FormMail;
  readonly recipients: readonly MailAddress[];
  /** Name of the field with the reply-to address. */
  readonly replyTo: string | undefined;
  readonly printers: readonly FieldPrinter[];
}

export interface FormMailDeps {
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly websiteName: string;
}

export const DEFAULT_TEMPLATE = 'form-submission';

/** Maximum subject length; mail programs show no more. */
const MAX_SUBJECT = 200;

/**
 * Creates the mailer, which sends one mail per recipient. A failed mail is logged, and the others are still sent.
 * Submitted values cannot add headers, recipients or markup.
 */
export function createFormMailer(plan: FormMailPlan, deps: FormMailDeps): FormMailer {
  const { mailer } = deps;
  return (submitted) => async () => {
    const { formType, context } = submitted;
    const message = await compose(submitted, plan, deps);
    const send = async ({ address, name }: MailAddress): Promise<void> => {
      try {
        const headers = { 'X-Message-ID': `frm-${randomBytes(16).toString('hex')}` };
        await mailer.send({ ...message, to: address, toName: name, headers });
      } catch (cause) {
        const err = describeMailFailure(cause);
        context.log.error({
          msg: 'failed to send an email about a form submission',
          form: formType.name,
          err,
        });
      }
    };
    await Promise.all(plan.recipients.map(send));
  };
}

async function compose(
  { formType, submission: { data } }: SubmittedForm,
  { mail, replyTo, printers }: FormMailPlan,
  { mailTemplates, websiteName }: FormMailDeps,
): Promise<Omit<MailMessage, 'to' | 'headers'>> {
  const fields = printers.map(({ name, rows }) => ({ name, rows: rows(data) }));
  const values = new Map(
    fields.map(({ name, rows }) => [name, rows.map(({ value }) => value).join(', ')] as const),
  );
  const bodies = await mailTemplates.render(mail.template ?? DEFAULT_TEMPLATE, {
    ...Object.fromEntries(values),
    rows: fields.flatMap(({ rows }) => rows.map(({ path, value }) => ({ label: path.join(' / '), value }))),
    form: formType.name,
    website_name: websiteName,
  });
  const subject = oneLine(
    mail.subject.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_named, name: string) => values.get(name) ?? ''),
  );
  const answerTo = replyTo === undefined ? undefined : data[replyTo];
  const isAddress = typeof answerTo === 'string' && isMailAddress(answerTo);
  return { subject, ...bodies, ...(isAddress ? { replyTo: answerTo } : {}) };
}

/** Replaces line breaks, which would end a header. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return [...line].slice(0, MAX_SUBJECT).join('');
}
