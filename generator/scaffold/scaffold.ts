import { GeneratorError } from '../errors.js';
import type { GeneratedFile } from '../output/file-set.js';

/** Result of a maker: new files of the project, and messages for the user. */
export interface MadeFiles {
  /** Paths relative to the project. */
  readonly files: readonly GeneratedFile[];
  /** Lines to print after the files are written. */
  readonly guidance: readonly string[];
}

/** A maker received invalid options. The message states valid ones. */
export class ScaffoldError extends GeneratorError {
  override readonly name = 'ScaffoldError';
}

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;

/** @throws ScaffoldError if the name is not a valid type title. */
export function assertTypeName(name: string): void {
  if (PASCAL_CASE.test(name)) return;
  throw new ScaffoldError(
    `${JSON.stringify(name)} is not a valid type name. Use PascalCase, e.g. "HeroImage".`,
  );
}

/** Path of the meta-schema for editors, relative to `schemas/`. */
export const META_SCHEMA = '../node_modules/cms-api-components-generator/schema/resource.schema.json';

/** Next steps after a type was created. */
export const FOLLOW_UP =
  'A running `cms dev` applies the change automatically. When the type is complete, run `cms generate`, review the migration in generated/migrations/ and apply it with `cms migrate:run`.';
