import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { BUILT_IN_FOLDERS } from '../built-in-folders.js';
import type { SchemaProblem } from '../errors.js';
import type { SchemaKind, SchemaSource } from './load-schemas.js';
import { pointerOf, pointerParts, removeAt, valueAt } from './place.js';
import { PUBLISHED_SCHEMAS } from './published-schemas.js';
import resourceSchema from './resource.schema.json' with { type: 'json' };
import type { LoadedFolder } from '../schema-folders.js';
import { closest } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import userSchema from './user.schema.json' with { type: 'json' };

export interface StructureResult {
  readonly problems: readonly SchemaProblem[];
  /** Document without the values that the meta-schema rejected; undefined if too little remains for further checks. */
  readonly document: unknown;
}

/** Creates a check against the meta-schemas, each of which is compiled once. */
export function createStructureCheck(
  folders: readonly LoadedFolder[] = BUILT_IN_FOLDERS,
): (source: SchemaSource) => StructureResult {
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, ...QUICKLY_COMPILED });
  ajv.addSchema(CONSTRAINT_LISTS, 'constraints.schema.json');
  const schemas = new Map([
    ...META_SCHEMAS,
    ...folders.map(({ name, files }) => [name, metaSchemaOf(files)] as const),
  ]);
  // Compiling takes longer than checking a hundred files, so each meta-schema is compiled on first use.
  const compiled = new Map<SchemaKind, ValidateFunction>();
  return (source) => {
    const check = compiled.get(source.kind) ?? ajv.compile(schemas.get(source.kind) ?? {});
    compiled.set(source.kind, check);
    return checkDocument(source, check);
  };
}

/** Skips the validation of the package's own meta-schemas, which takes as long as compiling them. */
const QUICKLY_COMPILED = { validateSchema: false, code: { optimize: false } } as const;

const META_SCHEMAS: readonly (readonly [SchemaKind, object])[] = [
  ['resource', resourceSchema],
  ['user', userSchema],
];

/** @throws Error for the name of a meta-schema that this package does not contain */
function metaSchemaOf({ metaSchema }: LoadedFolder['files']): object {
  if (typeof metaSchema === 'object') return metaSchema;
  const published = PUBLISHED_SCHEMAS[metaSchema];
  if (published === undefined) throw new Error(`The generator has no meta-schema ${metaSchema}.`);
  return published;
}

const RULE = { type: 'object', minProperties: 1, maxProperties: 1 } as const;

/**
 * Minimal structure of a constraint list. Editors use a schema under this id that has every rule and option, but
 * `checkConstraints` reports errors with better messages.
 */
const CONSTRAINT_LISTS = {
  type: 'array',
  items: {
    ...RULE,
    properties: { All: { type: ['object', 'array'], items: RULE } },
    additionalProperties: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        groups: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** Validates a document and removes rejected values, so that the semantic checks can run on the rest of the file. */
function checkDocument(source: SchemaSource, check: ValidateFunction): StructureResult {
  if (check(source.document)) return { problems: [], document: source.document };
  const document = structuredClone(source.document);
  const errors = (check.errors ?? []).filter((error) => error.keyword !== 'if');
  const problems = errors.map((error) => describe(source, error));
  for (let round = 0; round < 4; round++) {
    for (const error of [...(check.errors ?? [])].reverse()) {
      if (error.keyword === 'if') continue;
      if (error.keyword === 'required' && error.instancePath === '') return { problems, document: undefined };
      removeAt(document, faultPath(error));
    }
    if (check(document)) return { problems, document };
  }
  return { problems, document: undefined };
}

/** Returns the pointer of the rejected value. For an unknown key, this is the key instead of the object. */
function faultPath(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') {
    return error.instancePath + pointerOf(String(error.params['additionalProperty']));
  }
  if (error.keyword === 'pattern' && error.propertyName !== undefined) {
    return error.instancePath + pointerOf(error.propertyName);
  }
  return error.instancePath;
}

function describe(source: SchemaSource, error: ErrorObject): SchemaProblem {
  const pointer = faultPath(error);
  const key = pointerParts(pointer).at(-1) ?? '';
  const place = key === '' ? 'The document' : JSON.stringify(key);
  const { message, hint } = wording(error, { place, key }, source.document);
  return { file: source.file, pointer, message, hint };
}

function wording(
  error: ErrorObject,
  { place, key }: { readonly place: string; readonly key: string },
  document: unknown,
): { readonly message: string; readonly hint: string } {
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        message: `Unknown keyword ${place}.`,
        hint: unknownKeywordHint(key, Object.keys(error.parentSchema?.['properties'] ?? {})),
      };
    case 'required': {
      const missing = JSON.stringify(params['missingProperty']);
      return { message: `${missing} is missing.`, hint: `Add ${missing}.` };
    }
    case 'type':
      return {
        message: `${place} has the wrong JSON type (${jsonType(valueAt(document, error.instancePath))}).`,
        hint: `Write ${listOf(params['type'])}.`,
      };
    case 'enum':
      return {
        message: `${place} is ${JSON.stringify(valueAt(document, error.instancePath))}, which is not a known value.`,
        hint: enumHint(valueAt(document, error.instancePath), params['allowedValues']),
      };
    case 'const':
      return {
        message: `${place} has an invalid value. Only one is valid.`,
        hint: `Write ${JSON.stringify(params['allowedValue'])}.`,
      };
    case 'pattern':
      return {
        message: `${place} has an invalid format.`,
        hint: `It must match ${String(params['pattern'])}.`,
      };
    default:
      return { message: `${place} ${error.message ?? 'is invalid'}.`, hint: 'Correct the value.' };
  }
}

function unknownKeywordHint(key: string, known: readonly string[]): string {
  const best = closest(key, known);
  if (best !== undefined) return `Did you mean ${JSON.stringify(best)}?`;
  return known.length === 0 ? 'Remove it.' : `Remove it, or use one of: ${known.join(', ')}.`;
}

function enumHint(value: unknown, allowed: unknown): string {
  const list = Array.isArray(allowed) ? allowed.map(String) : [];
  const best = typeof value === 'string' ? closest(value, list) : undefined;
  const all = `Use one of: ${list.map((entry) => JSON.stringify(entry)).join(', ')}.`;
  return best === undefined ? all : `Did you mean ${JSON.stringify(best)}? ${all}`;
}

/** Returns the JSON type name of a value. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `a string`, `an array` */
export const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function listOf(types: unknown): string {
  const list = Array.isArray(types) ? types.map(String) : String(types).split(',');
  return list.map(withArticle).join(' or ');
}
