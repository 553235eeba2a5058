/** A system that is notified of changes, without its secrets. */
export interface Webhook {
  /** UUID, or the name of a configured webhook. */
  readonly id: string;
  readonly address: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** Id of the machine token with which content is read; null for visitors. */
  readonly readerId: string | null;
  /** Id of the machine token that created it and that must still exist; null for users and the configuration. */
  readonly accessTokenId: string | null;
  readonly isEnabled: boolean;
  /** Reason why the service disabled it; null if it did not. */
  readonly disabledBecause: string | null;
  readonly isConfigured: boolean;
  /** Null for a configured webhook. */
  readonly createdAt: Date | null;
  readonly modifiedAt: Date | null;
}

/** Outbox channel. Messages of one webhook and record keep their order. */
export const CHANNEL = 'webhooks';

/** Returns the key of a message, which contains its webhook. */
export const keyOf = (webhookId: string, recordId: string): string => `${webhookId} ${recordId}`;
export const webhookOf = (key: string): string => key.split(' ', 1)[0] ?? '';

/** Subject of an event, rendered with the reader's permissions at the time of sending. */
export type Subject =
  | {
      readonly kind: 'record';
      readonly type: string;
      readonly id: string;
      /** IRI that the reader knows. */
      readonly iri: string;
      /** True if the reader could read it before and must learn of its end. */
      readonly wasShown: boolean;
      /** True if only readers of drafts see the change. */
      readonly isDraft: boolean;
      readonly isGone: boolean;
    }
  | {
      readonly kind: 'submission';
      /** The Form component. */
      readonly form: { readonly type: string; readonly id: string };
      readonly formType: string;
      /** The record of the stored submission. */
      readonly record: { readonly type: string; readonly id: string } | null;
    };

/** Body of an outbox message. */
export interface WaitingEvent {
  readonly webhook: string;
  readonly event: string;
  /** ISO 8601. */
  readonly at: string;
  readonly subject: Subject;
}
