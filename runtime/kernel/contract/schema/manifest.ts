import type { FormDefinition } from './forms.js';
import type { CallbackUse, FieldDescriptor, ModelAttributes, ResourceDescriptor } from './resource.js';
import type { Validate } from '../records/validation.js';

/** Everything `generated/manifest.ts` hands to the runtime. */
export interface Manifest {
  /** Ordered by name. */
  readonly resources: readonly ResourceDescriptor[];
  /** The application's own user fields (`schemas/User.json`). */
  readonly user?: UserExtension;
  /** Form types of `schemas/forms/`, ordered by name. */
  readonly forms: readonly ManifestForm[];
  /** Messages that the constraints of `schemas/` write themselves, sorted. */
  readonly messages?: readonly string[];
}

export interface ManifestForm {
  /** The definitions as authored, checked by the generator. */
  readonly definition: FormDefinition;
}

/** Members that the project adds to the type of users. */
export interface UserExtension {
  readonly fields: readonly FieldDescriptor[];
  readonly attributes: ModelAttributes;
  /** Absent when its fields have no rules. */
  readonly validate?: Validate;
  readonly callbacks?: readonly CallbackUse[];
}
