/** A mail ready to be handed over; `html` and `text` say the same. */
export interface MailMessage {
  /** One address. */
  readonly to: string;
  /** Name of the recipient. */
  readonly toName?: string;
  /** One address that answers go to, in place of the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves when the mail server took the mail over, and rejects otherwise. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}
