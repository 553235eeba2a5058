import type { FormChecks, FormDefinition } from './forms.js';
import type { CallbackUse, FieldDescriptor, ResourceDescriptor } from './resource.js';
import type { ModelAttributes } from 'sequelize';
import type { Validate } from './validation.js';

/** Everything `generated/manifest.ts` hands to the runtime. */
export interface Manifest {
  /** Ordered by name. */
  readonly resources: readonly ResourceDescriptor[];
  /** The application's own user fields (`schemas/User.json`). */
  readonly user?: UserExtension;
  /** Form types of `schemas/forms/`, ordered by name. */
  readonly forms: readonly ManifestForm[];
}

export interface ManifestForm {
  /** As authored, checked by the generator. */
  readonly definition: FormDefinition;
  /**
   * All constraints of the form and of the forms in it, but for those on files; absent where there are none, or where nobody
   * generated them: those of the definition hold then.
   */
  readonly checks?: FormChecks;
}

export interface UserExtension {
  readonly fields: readonly FieldDescriptor[];
  readonly attributes: ModelAttributes;
  readonly validate: Validate;
  readonly callbacks?: readonly CallbackUse[];
}
