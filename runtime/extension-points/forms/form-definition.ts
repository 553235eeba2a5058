import type { RequestContext } from '../../kernel/contract/context.js';
import type { ConstraintNotation } from '../../kernel/contract/schema/constraints.js';
import type { FormSuccessHandler } from './form-success.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';

/** HTML attributes that a client renders on an element. */
export type FormAttributes = Readonly<Record<string, string | number | boolean>>;

/** Options of every node of a form: the form, its fields and the entries of a collection. */
interface NodeDefinition {
  /** Note for developers. */
  readonly $comment?: string;
  readonly label?: string | boolean | null;
  readonly label_attr?: FormAttributes;
  readonly help?: string | null;
  readonly attr?: FormAttributes;
  /** Rendering hint; only constraints validate. Default true. */
  readonly required?: boolean;
  /** Shown, but never submitted. */
  readonly disabled?: boolean;
  readonly constraints?: readonly ConstraintNotation[];
  /** Error message for a value that cannot be converted; each type has its own default. */
  readonly invalid_message?: string;
  /** Shows the errors of the node at its parent. */
  readonly error_bubbling?: boolean;
  readonly block_prefix?: string;
  readonly allow_extra_fields?: boolean;
}

/**
 * A form type: `schemas/forms/*.json`, or `defineForm` (components.md section 5.9).
 *
 * @example
 * const newsletter: FormDefinition = { name: 'Newsletter', fields: [{ name: 'email', type: 'email' }] };
 */
export interface FormDefinition extends NodeDefinition {
  readonly $schema?: string;
  readonly name: string;
  readonly description?: string;
  /** Class identifier, if it differs from the name. */
  readonly 'x-class'?: string;
  /** Root name; default: derived from the name. If empty, fields are at the top level. */
  readonly 'x-form-name'?: string;
  /** URL that clients submit to instead of the submit URL. */
  readonly action?: string;
  readonly post_app_proxy?: string | null;
  /** Always off: API forms have no CSRF token. */
  readonly csrf_protection?: false;
  readonly api_disabled?: boolean;
  readonly realtime_validate_disabled?: boolean;
  /** Initial values. */
  readonly data?: JsonObject;
  /** The type that stores a successful submission. With `returnData` false, the response is the form. */
  readonly persist?: string | FormPersist;
  /** Names in `extensions.formHandlers`, in execution order. They run after `persist`. */
  readonly on_success?: string | readonly string[];
  /** Mail about the submission, sent after it is stored. */
  readonly mail?: FormMail;
  /** Name of a hidden field. Submissions that fill it in are treated as spam. */
  readonly honeypot?: string;
  /** Minimum number of seconds between loading the form and submitting it. */
  readonly minimum_fill_time?: number;
  readonly fields: readonly FormFieldDefinition[];
}

export interface FormPersist {
  readonly type: string;
  /** Default true: the response is the stored record. */
  readonly returnData?: boolean;
}

/**
 * Mail options. `{{ field }}` in the texts is replaced by the submitted value of that field; passwords are
 * never included.
 */
export interface FormMail {
  /** `address` or `Name <address>`; each recipient gets a separate mail. */
  readonly to: string | readonly string[];
  readonly subject: string;
  /**
   * Name of a mail template of the project, without extensions; default: a list of the fields and their
   * values.
   */
  readonly template?: string;
  /** Name of the field with the reply address. */
  readonly reply_to?: string;
}

export interface FormFieldDefinition extends NodeDefinition {
  readonly name: string;
  /** Field type, or the name of another form; default `text`. */
  readonly type?: string;
  /** Whether the value is part of the submitted data; default true. */
  readonly mapped?: boolean;
  readonly trim?: boolean;
  readonly data?: JsonValue;
  readonly empty_data?: JsonValue;
  /** Fields with a higher priority come first. */
  readonly priority?: number;
  /** Name in the submitted data; default: the name of the field. */
  readonly property_path?: string;

  /** Label to value, or a list of `{label, value, attr?}`; a nested map makes a group. */
  readonly choices?: JsonObject | readonly JsonValue[];
  readonly multiple?: boolean;
  readonly expanded?: boolean;
  readonly placeholder?: string | boolean | JsonObject | null;
  readonly preferred_choices?: readonly (string | number)[];
  /** HTML attributes by choice label. */
  readonly choice_attr?: Readonly<Record<string, FormAttributes>>;

  /** Type of the entries of a collection, or of both inputs of a repeated field. */
  readonly entry_type?: string;
  readonly entry_options?: Omit<FormFieldDefinition, 'name'>;
  readonly allow_add?: boolean;
  readonly allow_delete?: boolean;
  readonly delete_empty?: boolean;
  readonly prototype?: boolean;
  readonly prototype_name?: string;
  readonly keep_as_list?: boolean;

  readonly options?: Omit<FormFieldDefinition, 'name'>;
  readonly first_options?: Omit<FormFieldDefinition, 'name'>;
  readonly second_options?: Omit<FormFieldDefinition, 'name'>;
  readonly first_name?: string;
  readonly second_name?: string;

  readonly default_protocol?: string | null;
  /** Submitted value of a checked box. */
  readonly value?: string | number;
  readonly false_values?: readonly JsonValue[];
  readonly always_empty?: boolean;
  readonly rounding_mode?: number | string;
  readonly widget?: 'single_text' | 'choice' | 'text' | 'integer';
  /** Value of a percent field that shows 25 %: 0.25 (`fractional`) or 25 (`integer`). */
  readonly input?: 'fractional' | 'integer';
  /** Month names: `MMM` short, `MMMM` long. */
  readonly format?: string;
  readonly with_seconds?: boolean;
  readonly with_minutes?: boolean;
  readonly years?: readonly number[];
  readonly months?: readonly number[];
  readonly days?: readonly number[];
  readonly hours?: readonly number[];
  readonly minutes?: readonly number[];
  readonly seconds?: readonly number[];
  readonly scale?: number;
  readonly grouping?: boolean;
  readonly divisor?: number;
  readonly inherit_data?: boolean;
  /** Fields of an inline nested form. */
  readonly fields?: readonly FormFieldDefinition[];
}

/**
 * A form type defined in code: its definition, and behavior that a definition cannot express.
 *
 * @example
 * const newsletter: FormType = {
 *   definition: { name: 'Newsletter', fields: [{ name: 'email', type: 'email' }] },
 *   shown: ({ actor }) => ({ data: { email: actor.user?.emailAddress ?? '' } }),
 * };
 */
export interface FormType {
  readonly definition: FormDefinition;
  /** Returns values that replace those of the definition for this caller; called for each response. */
  shown?(context: RequestContext): FormAdditions | Promise<FormAdditions>;
  /** Whether the documents depend on the caller and must not be cached. */
  readonly isPrivate?: boolean;
  /** Handler that runs after those of `on_success`. */
  readonly onSuccess?: FormSuccessHandler;
}

/**
 * Values by field name.
 *
 * @example
 * const shown: FormAdditions = { data: { country: 'DE' }, help: { country: 'Where you live' } };
 */
export interface FormAdditions {
  /** Initial values by field, replacing those of the definition. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Help texts by field, replacing those of the definition. */
  readonly help?: Readonly<Record<string, string>>;
}
