import type { FormDefinition } from '../../extension-points/forms/form-definition.js';
import type { Manifest } from '../../kernel/contract/schema/manifest.js';

/** A form type of a schema file, as the generated manifest contains it. */
export interface ManifestForm {
  /** The definition as written, checked by the generator. */
  readonly definition: FormDefinition;
}

/** Returns the form types of `schemas/forms/`, ordered by name. */
export function definitionsIn({ forms = [] }: Manifest): readonly ManifestForm[] {
  // The generator writes this member with the checked definitions.
  return forms as readonly ManifestForm[];
}
