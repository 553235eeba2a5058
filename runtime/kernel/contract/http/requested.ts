/**
 * Query parameters of a caller that apply beyond the requested record or list. They are read once, when the
 * request arrives by HTTP, a command or a scaffold, and apply to everything it reads and writes.
 *
 * @example
 * const wantsDrafts = ({ version }: Requested): boolean => version === 'newest';
 */
export interface Requested {
  /** Selects a published record or its draft: the newest version the caller may see, or the published one. */
  readonly version: 'newest' | 'published';
  /** Whether a write is validated as if it published the result. */
  readonly validatePublished: boolean;
  /**
   * Pagination, filters, order and search of the lists in the response. Each type declares which ones it
   * supports.
   */
  readonly list: RequestedParameters;
}

/**
 * Parameters by name. An order by `createdAt` is `{ order: { createdAt: 'desc' } }`, a filter for several
 * values `{ isTemplate: ['1', '0'] }`. Objects built from client input have no prototype, so a parameter
 * cannot shadow a method.
 *
 * @example
 * const termOf = ({ search }: RequestedParameters): string => (typeof search === 'string' ? search : '');
 */
export interface RequestedParameters {
  readonly [parameter: string]: RequestedValue | undefined;
}

export type RequestedValue = string | readonly RequestedValue[] | RequestedParameters;

/**
 * The parameters of a request without query parameters.
 *
 * @example
 * const publishedOnly: Requested = { ...NOTHING_REQUESTED, version: 'published' };
 */
export const NOTHING_REQUESTED: Requested = Object.freeze({
  version: 'newest',
  validatePublished: false,
  list: Object.freeze({}),
});
