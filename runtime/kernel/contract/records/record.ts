/** A reference to a record, sufficient to print its IRI without loading it. */
export interface Reference {
  /** Resource name; the concrete type for abstract targets. */
  readonly type: string;
  readonly id: string;
  /** The part of the IRI after the collection path: the id, a route's path or a parameter's key. */
  readonly key: string;
}

/** A stored row, with decoded values by field name. */
export interface StoredRecord {
  readonly type: string;
  readonly id: string;
  /** Decoded scalars; to-one relations as `Reference | null`, to-many relations as `Reference[]`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Increases with each change of the row (contract decision 100); absent for records without a row. */
  readonly version?: number;
}
