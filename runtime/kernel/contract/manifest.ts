import type { JsonObject } from './json.js';
import type { CallbackUse, FieldDescriptor, ResourceDescriptor } from './resource.js';
import type { ModelAttributes } from 'sequelize';
import type { Validate } from './validation.js';

/** Everything `generated/manifest.ts` hands to the runtime. */
export interface Manifest {
  /** SHA-256 of the canonical model; names one generation of the schema files. */
  readonly contentHash: string;
  /** Ordered by name. */
  readonly resources: readonly ResourceDescriptor[];
  /** The application's own user fields (`schemas/User.json`). */
  readonly user?: UserExtension;
  /** Form definitions (`schemas/forms/*.json`) as authored, checked by the generator. */
  readonly forms: readonly JsonObject[];
}

export interface UserExtension {
  readonly fields: readonly FieldDescriptor[];
  readonly attributes: ModelAttributes;
  readonly validate: Validate;
  readonly callbacks?: readonly CallbackUse[];
}
