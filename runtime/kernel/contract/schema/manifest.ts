import type { CallbackUse, FieldDescriptor, ModelAttributes, ResourceDescriptor } from './resource.js';
import type { Validate } from '../records/validation.js';

/**
 * Contents of `generated/manifest.ts`.
 *
 * @example
 * const typeNames = ({ resources }: Manifest): readonly string[] => resources.map(({ name }) => name);
 */
export interface Manifest {
  /** Resource types, ordered by name. */
  readonly resources: readonly ResourceDescriptor[];
  /** User fields of the application (`schemas/User.json`). */
  readonly user?: UserExtension;
  /** Custom messages of the constraints in `schemas/`, sorted. */
  readonly messages?: readonly string[];
  /** Definitions of the other folders of `schemas/`, by the name of the folder. Only their feature reads them. */
  readonly [folder: string]: unknown;
}

/**
 * Fields that the project adds to the user type.
 *
 * @example
 * const fieldNames = ({ fields }: UserExtension): readonly string[] => fields.map(({ name }) => name);
 */
export interface UserExtension {
  readonly fields: readonly FieldDescriptor[];
  readonly attributes: ModelAttributes;
  /** Absent if the fields have no constraints. */
  readonly validate?: Validate;
  readonly callbacks?: readonly CallbackUse[];
}
