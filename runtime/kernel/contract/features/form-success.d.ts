import type { RequestContext } from '../context.js';
import type { SqlSession, TransactionSession } from '../database/database.js';
import type { ApiResponse } from '../http/http.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Reference, StoredRecord } from '../records/record.js';
/**
 * The answer to a submission: a record, printed as for any read of this caller; plain data; or a complete answer. The
 * status is 201 unless a complete answer states another.
 */
export type FormResult = {
    readonly record: Pick<Reference, 'type' | 'id'>;
} | {
    readonly data: JsonValue;
} | {
    readonly response: ApiResponse;
};
/** A whole, valid submission of a form (components.md section 5.7). One that only asks to be checked is none. */
export interface FormSuccessEvent<Data = Readonly<Record<string, unknown>>> {
    /** The Form component; that of a virtual form has no row. */
    readonly form: StoredRecord;
    /** Name of its form type. */
    readonly formType: string;
    /** Converted values by property. */
    readonly data: Data;
    /** Undefined: the form is answered. */
    result: FormResult | undefined;
}
/** Tools of a handler; all writes of a submission are stored together, or none. */
export interface FormSuccessTools {
    /** The caller who submits, and the moment. */
    readonly context: RequestContext;
    /** The session for reads within the unit of work. */
    readonly session: SqlSession;
    /** Makes a record by the rules of its type; whether the caller may create one is not asked. @throws AppError 400 or 422. */
    create(type: string, body: JsonObject): Promise<StoredRecord>;
    /** Finds a record and keeps it from changing until the submission is stored. */
    find(record: Pick<Reference, 'type' | 'id'>): Promise<StoredRecord | undefined>;
    /** Merges a body into a record that `find` answered, by the rules of its type. @throws AppError 400 or 422. */
    update(record: StoredRecord, body: JsonObject): Promise<StoredRecord>;
    /**
     * Refuses the submission: 422 with the form, the message at the field of that property path (`email`, `lines[0].name`).
     * The handler runs to its end, and no other one behind it.
     */
    violation(path: string, message: string): void;
    /** Does something once the submission is stored. A failure is logged and changes nothing. */
    afterCommit(work: () => Promise<void>): void;
}
/**
 * Does something with a submission, in the one transaction that stores all of it. It may run again where the database asks
 * for that, so what must happen once waits for `tools.afterCommit`. What it throws is the answer, and nothing is stored: an
 * `AppError` as what that says, everything else as 500.
 */
export type FormSuccessHandler<Data = Readonly<Record<string, unknown>>> = (event: FormSuccessEvent<Data>, tools: FormSuccessTools) => void | Promise<void>;
/** The door at which a feature hears of submissions of the project's forms. */
export declare const FORM_LISTENERS: import("./door.js").FeatureApi<FormListener>;
export interface FormListener {
    /** Whether it wants to hear of them now; without a statement where it can be known. */
    isListening(): Promise<boolean>;
    /** Stores what follows from a submission, behind its handlers and in its unit of work. */
    submitted(submission: ReceivedSubmission, session: TransactionSession): Promise<void>;
}
/** A submission that was accepted, without what was sent. */
export interface ReceivedSubmission {
    /** The Form component. */
    readonly form: Pick<Reference, 'type' | 'id'>;
    readonly formType: string;
    /** The record that it was stored as. */
    readonly record: Pick<Reference, 'type' | 'id'> | null;
}
