import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type * as nodemailer from 'nodemailer';
import type { Mailer, MailMessage } from '../../kernel/ports/mailer.js';
import { assertNever } from '../../kernel/util/assert-never.js';
import { makePrivateFolder } from '../../kernel/util/private-files.js';
import { LOGO_CONTENT_ID, type MailLogo } from './mail-logo.js';
import { parseMailerDsn, type MailerDsn } from './mailer-dsn.js';

export interface MailerOptions {
  readonly dsn: string;
  /** Sender of every mail: `address` or `Name <address>`. */
  readonly from: string;
  /** Base of a relative `file:` folder. */
  readonly projectRoot: string;
  /** Attached to every mail whose HTML shows it. */
  readonly logo?: MailLogo | undefined;
}

/** Timeout of the mail server in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Creates the mailer for a DSN: `smtp://`, `smtps://`, `file:DIR` (one `.eml` per mail) or `null:`.
 * @throws Error naming MAILER_DSN for any other value.
 */
export function createMailer(options: MailerOptions): Mailer {
  const dsn = parseMailerDsn(options.dsn);
  switch (dsn.kind) {
    case 'null':
      return { send: async () => {}, close: async () => {} };
    case 'file':
      return createFileMailer(
        isAbsolute(dsn.folder) ? dsn.folder : join(options.projectRoot, dsn.folder),
        options,
      );
    case 'smtp':
      return createSmtpMailer(dsn, options);
    default:
      return assertNever(dsn);
  }
}

function createSmtpMailer(dsn: Extract<MailerDsn, { kind: 'smtp' }>, look: MailLook): Mailer {
  const { host, port, secure, auth, verifyPeer } = dsn;
  const transport = onFirstMail(({ createTransport }) =>
    createTransport({
      host,
      port,
      secure,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      tls: { rejectUnauthorized: verifyPeer },
      ...(auth === null ? {} : { auth }),
    }),
  );
  return {
    async send(message) {
      await (await transport.open()).sendMail(envelope(message, look));
    },
    close: transport.close,
  };
}

/** Creates a mailer for development, which writes mails to a folder as files that mail programs can open. */
function createFileMailer(folder: string, look: MailLook): Mailer {
  const transport = onFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  return {
    async send(message) {
      const { message: content } = await (await transport.open()).sendMail(envelope(message, look));
      await makePrivateFolder(folder);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      // With `buffer: true`, nodemailer returns a Buffer instead of a stream.
      await writeFile(join(folder, name), content as Buffer, { mode: 0o600 });
    },
    close: transport.close,
  };
}

type Nodemailer = typeof nodemailer;

/** Loads nodemailer with the first mail. */
function onFirstMail<Transport extends { close(): void }>(create: (library: Nodemailer) => Transport) {
  let opening: Promise<Transport> | undefined;
  return {
    open: (): Promise<Transport> => (opening ??= import('nodemailer').then(create)),
    async close(): Promise<void> {
      (await opening)?.close();
    },
  };
}

type MailLook = Pick<MailerOptions, 'from' | 'logo'>;

/**
 * Builds the envelope. Addresses are passed as structured values, so that user input cannot add recipients or
 * headers.
 */
function envelope(message: MailMessage, { from, logo }: MailLook) {
  const { to, toName = '', replyTo, subject, html, text, headers } = message;
  return {
    from,
    to: { name: toName, address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subject.replace(/[\r\n]+/g, ' '),
    html,
    text,
    headers: { ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(logo !== undefined && html.includes(`cid:${LOGO_CONTENT_ID}`) ? { attachments: [attach(logo)] } : {}),
  };
}

/** Attaches the logo to the mail, so that mail programs show it without a request. */
function attach({ filename, content }: MailLogo) {
  return { filename, content, cid: LOGO_CONTENT_ID, contentDisposition: 'inline' as const };
}
