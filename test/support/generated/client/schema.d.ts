// Generated from schemas/ by `cms generate`, which overwrites this file.

/** What is wrong with a value, and the keys that lead there. */
export interface Issue {
    readonly message: string;
    readonly path: readonly (string | number)[];
}
/**
 * A JSON Schema that libraries for forms take as a Standard Schema (https://standardschema.dev). It refuses what the server would
 * refuse, in its words, as far as that can be said without the server.
 */
export interface Schema<Value> {
    readonly title: string;
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    /** No member that can be listed: what `JSON.stringify` prints is the JSON Schema. */
    readonly '~standard': {
        readonly version: 1;
        readonly vendor: string;
        validate(value: unknown): {
            readonly value: Value;
            readonly issues?: undefined;
        } | {
            readonly issues: readonly Issue[];
        };
        /** Never there: it carries the type. */
        readonly types?: {
            readonly input: Value;
            readonly output: Value;
        };
    };
}
