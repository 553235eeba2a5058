/**
 * Typed key under which features provide functionality to each other. It is either a service of one feature
 * (`open`) or contributions of several features to another one (`openAll`). The feature that owns the
 * interface defines the key in its `public-api.ts`, the only file that other features import.
 *
 * @example
 * const BOOKINGS: FeatureApi<{ count(): Promise<number> }> = defineFeatureApi('bookings');
 */
export interface FeatureApi<Api> {
  readonly name: string;
  /** The provided type, for the compiler only. */
  readonly type?: Api;
}

/**
 * A value that a feature provides under a key.
 *
 * @example
 * const BOOKINGS = defineFeatureApi<() => number>('bookings');
 * const provided: ProvidedApi = provide(BOOKINGS, () => 0);
 */
export interface ProvidedApi {
  readonly api: FeatureApi<unknown>;
  readonly value: unknown;
}

/**
 * Defines a key. Features look it up by object identity; the name appears in error messages only.
 *
 * @example
 * export const BOOKINGS = defineFeatureApi<{ count(): Promise<number> }>('bookings');
 */
export function defineFeatureApi<Api>(name: string): FeatureApi<Api> {
  return { name };
}

/**
 * Creates an entry for `provides` of a feature, or of an application that embeds the service.
 *
 * @example
 * const BOOKINGS = defineFeatureApi<{ count(): Promise<number> }>('bookings');
 * const provided = provide(BOOKINGS, { count: () => Promise.resolve(0) });
 */
export function provide<Api>(api: FeatureApi<Api>, value: Api): ProvidedApi {
  return { api, value };
}

/**
 * Registry of the values that the features of a service provide to each other.
 *
 * @example
 * const BOOKINGS = defineFeatureApi<() => number>('bookings');
 * const countAll = (apis: FeatureApis): number => apis.get(BOOKINGS)();
 */
export interface FeatureApis {
  /**
   * Returns the value that a feature provides under a key. That feature is created first, regardless of its
   * position in the list.
   * @throws Error if no feature provides it, or if two features wait for each other.
   */
  open<Api>(api: FeatureApi<Api>): Promise<Api>;
  /** Returns all values provided under a key, in feature order; empty if there are none. */
  openAll<Api>(api: FeatureApi<Api>): Promise<readonly Api[]>;
  /** Returns the same as `open`. Available after all features are created, from `endpoints` on. */
  get<Api>(api: FeatureApi<Api>): Api;
  /** Returns the same as `openAll`. Available after all features are created. */
  getAll<Api>(api: FeatureApi<Api>): readonly Api[];
}
