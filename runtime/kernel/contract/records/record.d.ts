/** Points at a record; enough to print its IRI without loading it. */
export interface Reference {
    /** Resource name, the concrete one for abstract targets. */
    readonly type: string;
    readonly id: string;
    /** The part of the IRI behind the collection path: the id, for a route its path, for a parameter its key. */
    readonly key: string;
}
/** A stored row as operations see it: values decoded and keyed by member name. */
export interface StoredRecord {
    readonly type: string;
    readonly id: string;
    /** Scalars decoded, to-one relations as `Reference | null`, to-many relations as `Reference[]`. */
    readonly values: Readonly<Record<string, unknown>>;
    /** Grows with each change of the row (contract decision 100); absent for what has no row. */
    readonly version?: number;
}
