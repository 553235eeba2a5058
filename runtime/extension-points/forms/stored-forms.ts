import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';

/** Extension point for the forms that store submissions. */
export const STORED_FORMS = defineFeatureApi<readonly StoredForm[]>('forms that store submissions');

/** A project form whose submissions are stored as records. */
export interface StoredForm {
  /** Name of the form type. */
  readonly name: string;
  /** Name of the record type. */
  readonly type: string;
  /** Fields that hold the values, in form order. */
  readonly fields: readonly StoredField[];
}

export interface StoredField {
  readonly member: string;
  readonly label: string | null;
  /** Field type, such as `email`. */
  readonly type: string;
}
