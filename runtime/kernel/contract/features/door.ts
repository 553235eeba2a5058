/**
 * Typed key under which features provide functionality to each other. It is either a service of one feature
 * (`open`) or contributions of several features to another one (`openAll`). The feature that owns the
 * interface defines the key in its `door.ts`, the only file that other features import.
 */
export interface Door<Offer> {
  readonly name: string;
  /** The provided type, for the compiler only. */
  readonly offer?: Offer;
}

/** A value that a feature provides under a key. */
export interface Offered {
  readonly door: Door<unknown>;
  readonly offer: unknown;
}

/** Defines a key. Features look it up by object identity; the name appears in error messages only. */
export function defineDoor<Offer>(name: string): Door<Offer> {
  return { name };
}

/** Creates an entry for the `offers` of a feature, or of an application that embeds the service. */
export function offer<Offer>(door: Door<Offer>, what: Offer): Offered {
  return { door, offer: what };
}

/** Registry of the values that the features of a service provide to each other. */
export interface Doors {
  /**
   * Returns the value that a feature provides under a key. That feature is created first, regardless of its
   * position in the list.
   * @throws Error if no feature provides it, or if two features wait for each other.
   */
  open<Offer>(door: Door<Offer>): Promise<Offer>;
  /** Returns all values provided under a key, in feature order; empty if there are none. */
  openAll<Offer>(door: Door<Offer>): Promise<readonly Offer[]>;
  /** Returns the same as `open`. Available after all features are created, from `endpoints` on. */
  get<Offer>(door: Door<Offer>): Offer;
  /** Returns the same as `openAll`. Available after all features are created. */
  getAll<Offer>(door: Door<Offer>): readonly Offer[];
}
