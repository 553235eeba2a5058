// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { OnceOptions, Resource, ResourceTypes, Target } from './core.js';
import type { Requests } from './history.js';
/**
 * Operation of a batch. In its body, a text of `$` and an earlier id is replaced with the IRI in the response of that
 * operation.
 */
export interface Operation {
    /** Id of 1 to 64 letters, digits, hyphens and underscores. */
    readonly id: string;
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Path of the API, or a path that starts with `$` and an earlier id. */
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: object;
}
export interface Result {
    readonly id: string;
    /** Status of the operation; 424 if it was not run because another operation failed. */
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
}
/** Functions for batch requests and duplicates. */
export interface Batches {
    /**
     * Runs up to 500 operations. If one of them writes, all are stored or none.
     * @throws ApiError with the status of the failed operation; `operation` of its body is the index, `results` contains the
     * response
     */
    run(operations: readonly Operation[], options?: OnceOptions): Promise<readonly Result[]>;
    /** Duplicates a record with its content; `members` replace those of the original. */
    duplicate<Of extends ResourceTypes>(type: Resource<Of>, record: Target<Of['document']>, members?: Of['patch'], options?: OnceOptions): Promise<Of['document']>;
}
/** Creates the functions for batch requests and duplicates from a client. */
export declare function batchesOf({ request }: Requests): Batches;
