// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Kind of a field, from its schema file. `form` is a nested form, or the whole form. */
export type FieldKind = TextKind | CheckKind | ChoiceKind | DateKind | ButtonKind | 'file';
type TextKind = 'text' | 'textarea' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'color' | 'range' | 'hidden' | 'uuid' | 'ulid' | 'integer' | 'number' | 'money' | 'percent';
type CheckKind = 'checkbox' | 'radio';
type ChoiceKind = 'choice' | 'enum' | 'country' | 'language' | 'locale' | 'currency' | 'timezone';
type DateKind = 'date' | 'birthday' | 'datetime' | 'time' | 'week' | 'dateinterval';
type ButtonKind = 'submit' | 'reset' | 'button';
/** Kinds of the fields of a form, by name. `generated/types` contains them for each form type. */
export interface FieldTypes {
    readonly [name: string]: FieldType;
}
export type FieldType = FieldKind | GroupType | ListType;
export interface GroupType {
    readonly kind: 'form' | 'repeated';
    readonly fields: object;
}
export interface ListType {
    readonly kind: 'collection';
    readonly entry: FieldType;
}
/** Properties of every node (`vars`); those without a value are omitted. */
export type NodeVars = {
    name: string;
    full_name: string;
    id: string;
    block_prefixes: string[];
    unique_block_prefix: string;
    disabled: boolean;
    attr: Record<string, string | number | boolean>;
    label?: string | false;
    help?: string;
};
/** Properties of nodes with a value. */
export type InputVars = NodeVars & {
    label_attr: Record<string, string | number | boolean>;
    required: boolean;
    valid: boolean;
    submitted: boolean;
    /** Errors of this node only. */
    errors: string[];
    /** Expected forms of the value, with examples, if available. */
    error_hints?: string[];
};
export type ChoiceVars = InputVars & {
    value?: string | string[];
    multiple: boolean;
    expanded: boolean;
    choices: (Choice | {
        label: string;
        choices: Choice[];
    })[];
    preferred_choices: Choice[];
    placeholder?: string;
    placeholder_in_choices: boolean;
};
export type Choice = {
    label: string;
    value: string;
    data: unknown;
    attr: Record<string, string | number | boolean>;
};
export type RootVars = InputVars & {
    /** URL for the submission. */
    action: string;
    post_app_proxy?: string;
};
export type VarsOf<Kind> = Kind extends ButtonKind ? NodeVars : Kind extends CheckKind ? InputVars & {
    value: string;
    checked: boolean;
} : Kind extends ChoiceKind ? ChoiceVars : Kind extends DateKind ? InputVars & {
    value?: string | Record<string, string>;
} : Kind extends 'file' ? InputVars & {
    multiple: boolean;
} : Kind extends TextKind ? InputVars & {
    value?: string;
} : never;
/** Field with its name and kind; `switch` on either narrows the type. */
export type FieldNode<Name extends string, Type> = Type extends GroupType ? GroupField<Name, Type['kind'], Type['fields']> : Type extends ListType ? ListField<Name, Type['entry']> : Type extends FieldKind ? SingleField<Name, Type> : never;
export interface SingleField<Name extends string, Kind extends FieldKind> {
    readonly name: Name;
    readonly kind: Kind;
    readonly vars: VarsOf<Kind>;
    /** Boxes of an expanded choice, or parts of a date. */
    readonly fields: readonly FieldNode<string, FieldKind>[];
}
export interface Fields<Types> {
    /** Fields in display order. */
    readonly fields: readonly {
        [Name in keyof Types & string]: FieldNode<Name, Types[Name]>;
    }[keyof Types & string][];
    /**
     * Returns a field by name.
     * @throws Error if the form has no such field, because the client was generated for another version of it
     */
    field<Name extends keyof Types & string>(name: Name): FieldNode<Name, Types[Name]>;
}
export interface GroupField<Name extends string, Kind, Types> extends Fields<Types> {
    readonly name: Name;
    readonly kind: Kind;
    readonly vars: InputVars;
}
export interface ListField<Name extends string, Entry> {
    readonly name: Name;
    readonly kind: 'collection';
    readonly vars: InputVars & {
        allow_add: boolean;
        allow_delete: boolean;
    };
    /** Entries; their names are their indexes. */
    readonly fields: readonly FieldNode<string, Entry>[];
    /** New entry, if entries can be added. */
    readonly prototype?: FieldNode<string, Entry>;
}
export interface FormTree<Types> extends Fields<Types> {
    readonly name: string;
    readonly kind: 'form';
    readonly vars: RootVars;
}
/**
 * Returns the fields of a form by name and kind, from the `formView` of a Form. The Form comes from `get`, a page, the
 * result of `submit`, or the `body` of the error of a rejected submission, which includes the messages.
 * @returns undefined without a view: in lists, and for results of handlers
 */
export declare function formTreeOf<Types = FieldTypes>(_type: {
    readonly fields?: Types;
}, form: object): FormTree<Types> | undefined;
export {};
