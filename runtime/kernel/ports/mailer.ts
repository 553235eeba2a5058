/** A mail to send; `html` and `text` have the same content. */
export interface MailMessage {
  /** Recipient address. */
  readonly to: string;
  /** Recipient name. */
  readonly toName?: string;
  /** Reply address, if it differs from the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail; rejects otherwise. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}
