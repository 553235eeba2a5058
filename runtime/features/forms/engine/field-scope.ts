import type { FormFieldDefinition } from '../../../kernel/contract/schema/forms.js';
import type { NodeBehaviour, NodePlan } from './node.js';
import type { NodeSettings } from './node-settings.js';

/** The surroundings that a field type makes a field of. */
export interface FieldScope {
  readonly type: string;
  readonly field: FormFieldDefinition;
  readonly settings: NodeSettings;
  /** Makes ready a field below. */
  plan(field: FormFieldDefinition): NodePlan;
  /** Makes ready what all entries of a collection are made of. */
  planEntry(field: FormFieldDefinition): NodePlan;
}

export type MakeBehaviour = (scope: FieldScope) => NodeBehaviour;
