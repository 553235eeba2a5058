// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Violation with the path of the value. */
export interface Issue {
    readonly message: string;
    readonly path: readonly (string | number)[];
}
/**
 * JSON Schema that form libraries accept as a Standard Schema (https://standardschema.dev). It reports the same violations
 * and messages as the server, except for rules that need the server.
 */
export interface Schema<Value> {
    readonly title: string;
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    /** Not enumerable, so that `JSON.stringify` prints the JSON Schema. */
    readonly '~standard': {
        readonly version: 1;
        readonly vendor: string;
        validate(value: unknown): {
            readonly value: Value;
            readonly issues?: undefined;
        } | {
            readonly issues: readonly Issue[];
        };
        /** Never set: only carries the type. */
        readonly types?: {
            readonly input: Value;
            readonly output: Value;
        };
    };
}
