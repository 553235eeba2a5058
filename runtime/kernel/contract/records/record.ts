/**
 * A reference to a record, sufficient to print its IRI without loading it.
 *
 * @example
 * const home: Reference = { type: 'Route', id: '0192f0c4-7a51-7c1e-b0a5-3d2f6a8e9b10', key: '/' };
 */
export interface Reference {
  /** Resource name; the concrete type for abstract targets. */
  readonly type: string;
  readonly id: string;
  /** The part of the IRI after the collection path: the id, a route's path or a parameter's key. */
  readonly key: string;
}

/**
 * A stored row, with decoded values by field name.
 *
 * @example
 * const titleOf = ({ values }: StoredRecord): string => String(values.title);
 */
export interface StoredRecord {
  readonly type: string;
  readonly id: string;
  /** Decoded scalars; to-one relations as `Reference | null`, to-many relations as `Reference[]`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Increases with each change of the row (contract decision 100); absent for records without a row. */
  readonly version?: number;
}
