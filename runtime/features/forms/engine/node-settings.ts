import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { MessageText } from '../../../kernel/contract/message.js';

interface PrefixedNode {
  /** Prefixes from the most general type to the node's own. */
  readonly chain: readonly string[];
  readonly blockPrefix: string | undefined;
  /** Whether the node is a collection entry or its prototype. */
  readonly isEntry: boolean;
}

/** Defaults of a field type. */
export interface TypeStandards {
  readonly chain: readonly string[];
  readonly invalidMessage: string;
  /** Expected input format with an example. */
  readonly expected?: string | undefined;
  readonly isBubbling?: boolean;
  readonly isRequired?: boolean;
  /** Whether the type is a button, which is not submitted and shows fewer members. */
  readonly isButton?: boolean;
}

/** The settings of a node, read once from its definition. */
export interface NodeSettings {
  readonly isButton: boolean;
  readonly isEntry: boolean;
  readonly help: string | undefined;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly isMapped: boolean;
  /** Name of the value in the submitted data. */
  readonly property: string;
  readonly invalidMessage: string;
  readonly expected: MessageText | undefined;
  readonly isBubbling: boolean;
  readonly allowsExtraFields: boolean;
  readonly priority: number;
  /** Undefined: the initial value comes from the parent's data. */
  readonly data: JsonValue | undefined;
  readonly emptyData: JsonValue | undefined;
  /** Prefixes without the unique one of the node. */
  readonly blockPrefixes: readonly string[];
  /** Vars that never change. */
  readonly vars: JsonObject;
}

export function readSettings(
  field: FormFieldDefinition | FormDefinition,
  standards: TypeStandards,
  isEntry = false,
): NodeSettings {
  const { isButton = false } = standards;
  const { data, mapped, priority, property_path: property, empty_data: emptyData } = field as FieldOnly;
  return {
    isButton,
    isEntry,
    help: field.help ?? undefined,
    isRequired: field.required ?? standards.isRequired ?? true,
    isDisabled: field.disabled ?? false,
    isMapped: (mapped ?? true) && !isButton,
    property: property ?? field.name,
    invalidMessage: field.invalid_message ?? standards.invalidMessage,
    expected: standards.expected === undefined ? undefined : { message: standards.expected },
    // Errors of an entry are shown at the entry, because the collection could not identify it.
    isBubbling: field.error_bubbling ?? (!isEntry && (standards.isBubbling ?? false)),
    allowsExtraFields: field.allow_extra_fields ?? false,
    priority: priority ?? 0,
    data,
    emptyData,
    blockPrefixes: sharedBlockPrefixes({ chain: standards.chain, blockPrefix: field.block_prefix, isEntry }),
    vars: fixedVars(field, isButton),
  };
}

/** Members that only fields have, not the root. */
type FieldOnly = Partial<FormFieldDefinition>;

function fixedVars(field: FormFieldDefinition | FormDefinition, isButton: boolean): JsonObject {
  const { label, attr = {}, label_attr: labelAttr = {} } = field;
  return {
    attr,
    ...(typeof label === 'string' || label === false ? { label } : {}),
    ...(isButton ? {} : { label_attr: labelAttr }),
  };
}

/**
 * Returns the rendering hints shared by all nodes of a kind, which precede the unique one (components.md section 5.4).
 */
function sharedBlockPrefixes({ chain, blockPrefix, isEntry }: PrefixedNode): readonly string[] {
  const own = chain.slice(-1);
  return [
    ...chain.slice(0, -1),
    ...(isEntry ? ['collection_entry'] : []),
    ...own,
    ...(blockPrefix === undefined ? [] : [blockPrefix]),
  ];
}
