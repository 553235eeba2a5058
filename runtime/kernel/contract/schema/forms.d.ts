import type { RequestContext } from '../context.js';
import type { FormSuccessHandler } from '../features/form-success.js';
import type { JsonObject, JsonValue } from '../json.js';
/** `{ "NotBlank": { ... } }` (components.md section 11.5); `All` may hold its list of constraints directly. */
export type FormConstraint = Readonly<Record<string, JsonObject | readonly JsonValue[]>>;
/** Attributes of an element, as a client prints them. */
export type FormAttributes = Readonly<Record<string, string | number | boolean>>;
/** Options of every node of a form: the form, its fields, the entries of a collection. */
interface NodeDefinition {
    /** Note for people. */
    readonly $comment?: string;
    readonly label?: string | boolean | null;
    readonly label_attr?: FormAttributes;
    readonly help?: string | null;
    readonly attr?: FormAttributes;
    /** Rendering hint; only constraints validate. Default true. */
    readonly required?: boolean;
    /** Shown, but never submitted. */
    readonly disabled?: boolean;
    readonly constraints?: readonly FormConstraint[];
    /** Message when the value cannot be converted; each type has its own. */
    readonly invalid_message?: string;
    /** Errors of the node are shown by its parent. */
    readonly error_bubbling?: boolean;
    readonly block_prefix?: string;
    readonly allow_extra_fields?: boolean;
}
/** A form type: `schemas/forms/*.json`, or `defineForm` (components.md section 5.9). */
export interface FormDefinition extends NodeDefinition {
    readonly $schema?: string;
    readonly name: string;
    readonly description?: string;
    /** Its class identifier where that is not its name. */
    readonly 'x-class'?: string;
    /** Root name; default: derived from the name. Empty: fields stand at the top level. */
    readonly 'x-form-name'?: string;
    /** The address that clients send the form to, in place of the submit URL. */
    readonly action?: string;
    readonly post_app_proxy?: string | null;
    /** Forms of an API have none. */
    readonly csrf_protection?: false;
    readonly api_disabled?: boolean;
    readonly realtime_validate_disabled?: boolean;
    /** Initial values. */
    readonly data?: JsonObject;
    /** The type that a successful submission is stored as; with `returnData` false the form is answered. */
    readonly persist?: string | FormPersist;
    /** Names in `extensions.formHandlers`, in the order in which they act, behind `persist`. */
    readonly on_success?: string | readonly string[];
    /** A mail about the submission, sent once it is stored. */
    readonly mail?: FormMail;
    /** Name of a field that people do not see: who fills it in is no person. */
    readonly honeypot?: string;
    /** Seconds that a person needs at least between reading the form and sending it. */
    readonly minimum_fill_time?: number;
    readonly fields: readonly FormFieldDefinition[];
}
export interface FormPersist {
    readonly type: string;
    /** Default true: the answer is the stored record. */
    readonly returnData?: boolean;
}
/** `{{ field }}` in the texts stands for what was submitted in the field of that name; passwords are never there. */
export interface FormMail {
    /** `address` or `Name <address>`; each gets a mail of its own. */
    readonly to: string | readonly string[];
    readonly subject: string;
    /** Name of a mail template of the project without its extensions; default: a list of the fields and their values. */
    readonly template?: string;
    /** Name of a field that holds the address to answer to. */
    readonly reply_to?: string;
}
export interface FormFieldDefinition extends NodeDefinition {
    readonly name: string;
    /** A field type, or the name of another form. Default `text`. */
    readonly type?: string;
    /** Whether the value is a part of the submitted data, as it is by default. */
    readonly mapped?: boolean;
    readonly trim?: boolean;
    readonly data?: JsonValue;
    readonly empty_data?: JsonValue;
    /** Higher ones come first. */
    readonly priority?: number;
    /** Name in the submitted data; default: the name of the field. */
    readonly property_path?: string;
    /** Label to value, or a list of `{label, value, attr?}`; a nested map makes a group. */
    readonly choices?: JsonObject | readonly JsonValue[];
    readonly multiple?: boolean;
    readonly expanded?: boolean;
    readonly placeholder?: string | boolean | JsonObject | null;
    readonly preferred_choices?: readonly (string | number)[];
    /** Attributes by label. */
    readonly choice_attr?: Readonly<Record<string, FormAttributes>>;
    /** Type of the entries of a collection, or of the halves of a repeated field. */
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
    /** Value of a ticked box. */
    readonly value?: string | number;
    readonly false_values?: readonly JsonValue[];
    readonly always_empty?: boolean;
    readonly rounding_mode?: number | string;
    readonly widget?: 'single_text' | 'choice' | 'text' | 'integer';
    /** The value of a percent field that shows 25 %: 0.25 (`fractional`) or 25. */
    readonly input?: 'fractional' | 'integer';
    /** Months in words: `MMM` short, `MMMM` long. */
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
    /** Fields of a nested form declared in place. */
    readonly fields?: readonly FormFieldDefinition[];
}
/** A form type that code brings along: what its definition says, and what no definition can say. */
export interface FormType {
    readonly definition: FormDefinition;
    /** Answers values to show to this caller in place of those in the definition; called for each tree. */
    shown?(context: RequestContext): FormAdditions | Promise<FormAdditions>;
    /** Its documents are for one caller: no cache keeps them. */
    readonly isPrivate?: boolean;
    /** Acts behind the handlers that `on_success` names. */
    readonly onSuccess?: FormSuccessHandler;
}
/** The values by name of the field. */
export interface FormAdditions {
    /** Initial values by field, in place of those of the definition. */
    readonly data?: Readonly<Record<string, unknown>>;
    /** Help texts by field, in place of those of the definition. */
    readonly help?: Readonly<Record<string, string>>;
}
export {};
