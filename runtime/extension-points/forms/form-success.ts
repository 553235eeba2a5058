import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { ApiResponse } from '../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';

/**
 * Response to a submission: a record, serialized as for any read of this caller; plain data; or a complete
 * response. The status is 201 unless a complete response sets another one.
 *
 * @example
 * const saved: FormResult = { data: { reference: 'A-17' } };
 */
export type FormResult =
  | { readonly record: Pick<Reference, 'type' | 'id'> }
  | { readonly data: JsonValue }
  | { readonly response: ApiResponse };

/**
 * A complete, valid submission of a form (components.md section 5.7). Validation-only requests do not produce
 * one.
 *
 * @example
 * const emailOf = ({ data }: FormSuccessEvent<{ readonly email: string }>): string => data.email;
 */
export interface FormSuccessEvent<Data = Readonly<Record<string, unknown>>> {
  /** The Form component; a virtual form has no stored row. */
  readonly form: StoredRecord;
  /** Name of its form type. */
  readonly formType: string;
  /** Converted values by property. */
  readonly data: Data;
  /** Response to send; undefined responds with the form. */
  result: FormResult | undefined;
}

/**
 * Tools for form handlers. All writes of a submission are committed together.
 *
 * @example
 * const welcome = ({ afterCommit, context }: FormSuccessTools): void =>
 *   afterCommit(async () => context.log.info({ msg: 'A visitor subscribed.' }));
 */
export interface FormSuccessTools {
  /** The context of the request, with the submitting caller and the time. */
  readonly context: RequestContext;
  /** Session for reads within the unit of work. */
  readonly session: SqlSession;
  /**
   * Creates a record by the rules of its type, without checking the caller's permission to create one.
   * @throws AppError 400 or 422.
   */
  create(type: string, body: JsonObject): Promise<StoredRecord>;
  /** Returns a record and locks it until the submission is stored. */
  find(record: Pick<Reference, 'type' | 'id'>): Promise<StoredRecord | undefined>;
  /**
   * Merges a body into a record that `find` returned, by the rules of its type.
   * @throws AppError 400 or 422.
   */
  update(record: StoredRecord, body: JsonObject): Promise<StoredRecord>;
  /**
   * Rejects the submission with 422 and a message at the field with that property path (`email`,
   * `lines[0].name`). The handler finishes; later handlers are skipped.
   */
  violation(path: string, message: string): void;
  /** Runs work after the submission is committed. Failures are logged and otherwise ignored. */
  afterCommit(work: () => Promise<void>): void;
}

/**
 * Processes a submission in the transaction that stores it. The database may retry the transaction, so put
 * effects that must happen once into `tools.afterCommit`. A thrown error rolls everything back: an `AppError`
 * is the response, any other error responds with 500.
 *
 * @example
 * const subscribe: FormSuccessHandler = async ({ data }, { create }) => {
 *   await create('Subscriber', { email: String(data.email) });
 * };
 */
export type FormSuccessHandler<Data = Readonly<Record<string, unknown>>> = (
  event: FormSuccessEvent<Data>,
  tools: FormSuccessTools,
) => void | Promise<void>;

/** Extension point for features that are notified of form submissions. */
export const FORM_LISTENERS = defineFeatureApi<FormListener>('form listeners');

export interface FormListener {
  /** Returns whether the listener is active. Should not run a statement if it can avoid it. */
  isListening(): Promise<boolean>;
  /** Stores what follows from a submission, after its handlers and in its unit of work. */
  submitted(submission: ReceivedSubmission, session: TransactionSession): Promise<void>;
}

/** An accepted submission, without the submitted values. */
export interface ReceivedSubmission {
  /** The Form component. */
  readonly form: Pick<Reference, 'type' | 'id'>;
  readonly formType: string;
  /** The stored record, if there is one. */
  readonly record: Pick<Reference, 'type' | 'id'> | null;
}
