/**
 * The parameters of a caller besides the record or the list. They are read once, when the request comes in by HTTP, a
 * command or a scaffold, and hold for all that it reads and writes.
 */
export interface Requested {
    /** Selects between a published record and its draft: the newest that the caller may see, or the published one. */
    readonly version: 'newest' | 'published';
    /** Whether a write is judged as if it published what it leaves. */
    readonly validatePublished: boolean;
    /** Pages, filters, order and search of the lists that the request shows; what they mean is for each type to declare. */
    readonly list: QueryParameters;
}
/**
 * Parameters by name. An order by `createdAt` is `{ order: { createdAt: 'desc' } }`, a filter for several values
 * `{ isTemplate: ['1', '0'] }`. Those that a client named have no prototype, so none can shadow a method.
 */
export interface QueryParameters {
    readonly [parameter: string]: QueryValue | undefined;
}
export type QueryValue = string | readonly QueryValue[] | QueryParameters;
/** The parameters of a caller who asks for nothing in particular. */
export declare const NO_QUERY_PARAMETERS: Requested;
