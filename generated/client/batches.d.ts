// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { OnceOptions, Resource, ResourceTypes, Target } from './core.js';
import type { Requests } from './history.js';
/** One request of a batch. A text of its body that is `$` and an earlier id stands for the IRI that was answered to that. */
export interface Operation {
    /** Letters, digits, hyphens and underscores, up to 64. */
    readonly id: string;
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** A path of the API, or what begins with `$` and an earlier id. */
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: object;
}
export interface Result {
    readonly id: string;
    /** 424 for what is not done because another operation was refused. */
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
}
/** Several requests in one, and copies. */
export interface Batches {
    /**
     * Answers up to 500 operations; where one of them writes, all are stored, or nothing. @throws ApiError with the status of the
     * operation that was refused; `operation` of its body is the place of it, and `results` has its answer
     */
    run(operations: readonly Operation[], options?: OnceOptions): Promise<readonly Result[]>;
    /** Makes a record again, with what stands on it; `members` take the place of those of the original. */
    duplicate<Of extends ResourceTypes>(type: Resource<Of>, record: Target<Of['document']>, members?: Of['patch'], options?: OnceOptions): Promise<Of['document']>;
}
/** Makes the functions for batches and copies of the API of a client. */
export declare function batchesOf({ request }: Requests): Batches;
