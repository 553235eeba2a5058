import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { NodeBehaviour, NodePlan } from './node.js';
import type { NodeSettings } from './node-settings.js';

/** Inputs for creating the behaviour of a field. */
export interface FieldScope {
  readonly type: string;
  readonly field: FormFieldDefinition;
  readonly settings: NodeSettings;
  /** Plans a nested field. */
  plan(field: FormFieldDefinition): NodePlan;
  /** Plans the entries of a collection. */
  planEntry(field: FormFieldDefinition): NodePlan;
}

export type MakeBehaviour = (scope: FieldScope) => NodeBehaviour;
