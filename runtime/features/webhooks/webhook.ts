/** Another system that is told of changes, without its secrets. */
export interface Webhook {
  /** A UUID; of one of the configuration its name. */
  readonly id: string;
  readonly address: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** Id of the machine token that reads what is sent; null: visitors do. */
  readonly readerId: string | null;
  /** Id of the machine token that made it, without which nothing is sent; null for people and the configuration. */
  readonly accessTokenId: string | null;
  readonly isEnabled: boolean;
  /** Why the service disabled it; null where it did not. */
  readonly disabledBecause: string | null;
  readonly isConfigured: boolean;
  /** Null for one of the configuration. */
  readonly createdAt: Date | null;
  readonly modifiedAt: Date | null;
}

/** The channel of the outbox. Messages of one webhook and record keep their order. */
export const CHANNEL = 'webhooks';

/** The key of messages, and the webhook that one belongs to. */
export const keyOf = (webhookId: string, recordId: string): string => `${webhookId} ${recordId}`;
export const webhookOf = (key: string): string => key.split(' ', 1)[0] ?? '';

/** The subject of an event: rendered when it is sent, as its reader would see it then. */
export type Subject =
  | {
      readonly kind: 'record';
      readonly type: string;
      readonly id: string;
      /** The address under which the reader knew it before, or knows it now. */
      readonly iri: string;
      /** The reader could read it before, and learns of its end. */
      readonly wasShown: boolean;
      /** Only who sees drafts sees the change. */
      readonly isDraft: boolean;
      readonly isGone: boolean;
    }
  | {
      readonly kind: 'submission';
      /** The Form component. */
      readonly form: { readonly type: string; readonly id: string };
      readonly formType: string;
      /** The record that it was stored as. */
      readonly record: { readonly type: string; readonly id: string } | null;
    };

/** The body of a message of the outbox. */
export interface WaitingEvent {
  readonly webhook: string;
  readonly event: string;
  /** As ISO 8601. */
  readonly at: string;
  readonly subject: Subject;
}
