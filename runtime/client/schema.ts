import type { JsonObject } from '../kernel/contract/json.js';
import type { Violation } from '../kernel/contract/records/validation.js';
import { isPlainObject } from '../kernel/validation/constraints/read-value.js';
import { checkInput, type InputRules } from './check-input.js';
import { wrongType } from '../kernel/validation/wrong-type.js';

interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

type Result = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** A JSON Schema that form libraries accept as a Standard Schema (https://standardschema.dev). */
export type ClientSchema = JsonObject & {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): Result;
  };
};

type Check = (body: Readonly<Record<string, unknown>>) => readonly Violation[];

/** Creates the schema of bodies that create a record. */
export function inputSchema(schema: JsonObject, rules: InputRules): ClientSchema {
  return createSchema(schema, (body) => checkInput(body, rules, { isPatch: false, now: new Date() }));
}

/** Creates the schema of bodies that update a record. No field is required, and only present fields are validated. */
export function patchSchema(title: string, schema: JsonObject, rules: InputRules): ClientSchema {
  const shape = Object.fromEntries(
    Object.entries({ ...schema, title }).filter(([key]) => key !== 'required'),
  );
  return createSchema(shape, (body) => checkInput(body, rules, { isPatch: true, now: new Date() }));
}

/** Adds the Standard Schema interface as a non-enumerable property, so that the printed object is the JSON Schema. */
export function createSchema(schema: JsonObject, check: Check): ClientSchema {
  const validate = (value: unknown): Result => {
    const violations = isPlainObject(value) ? check(value) : [NO_OBJECT];
    return violations.length === 0 ? { value } : { issues: violations.map(issueOf) };
  };
  const standard = { version: 1, vendor: 'cms-api-components', validate };
  // The property is defined in the same statement.
  return Object.defineProperty({ ...schema }, '~standard', { value: standard }) as unknown as ClientSchema;
}

const NO_OBJECT: Violation = { propertyPath: '', ...wrongType('object'), code: null };

/** Converts a path such as `speakers[0].name` to a list of keys. */
function issueOf({ propertyPath, message }: Violation): Issue {
  const keys = propertyPath.match(/[^.[\]]+/g) ?? [];
  return { message, path: keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) };
}
