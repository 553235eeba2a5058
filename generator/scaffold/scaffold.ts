import { GeneratorError } from '../errors.js';
import type { GeneratedFile } from '../output/file-set.js';

/** The result of a maker: new files of the project, and messages for the person who asked for them. */
export interface MadeFiles {
  /** Paths relative to the project. */
  readonly files: readonly GeneratedFile[];
  /** Lines to print after the files are written. */
  readonly guidance: readonly string[];
}

/** A maker was asked for something it cannot make; the message says what to give instead. */
export class ScaffoldError extends GeneratorError {
  override readonly name = 'ScaffoldError';
}

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;

/** @throws ScaffoldError when the name cannot be a type's title. */
export function assertTypeName(name: string): void {
  if (PASCAL_CASE.test(name)) return;
  throw new ScaffoldError(
    `${JSON.stringify(name)} is not a valid type name. Use PascalCase, e.g. "HeroImage".`,
  );
}

/** The path at which editors find the format of a schema file, relative to `schemas/`. */
export const META_SCHEMA = '../node_modules/cms-api-components-generator/schema/resource.schema.json';

/** The steps that follow once a type is made. */
export const FOLLOW_UP =
  'A running `cms dev` applies the change automatically. When the type is complete, run `cms generate`, review the migration in generated/migrations/ and apply it with `cms migrate:run`.';
