// Generated from schemas/ by `cms generate`, which overwrites this file.

/** What a field is, as its schema file says; `form` is a form within a form, and the whole one. */
export type FieldKind = TextKind | CheckKind | ChoiceKind | DateKind | ButtonKind | 'file';
type TextKind = 'text' | 'textarea' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'color' | 'range' | 'hidden' | 'uuid' | 'ulid' | 'integer' | 'number' | 'money' | 'percent';
type CheckKind = 'checkbox' | 'radio';
type ChoiceKind = 'choice' | 'enum' | 'country' | 'language' | 'locale' | 'currency' | 'timezone';
type DateKind = 'date' | 'birthday' | 'datetime' | 'time' | 'week' | 'dateinterval';
type ButtonKind = 'submit' | 'reset' | 'button';
/** What the fields of a form are, by their names; `generated/types` says it of each form type. */
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
/** What every node says of itself (`vars`); members without a value are left out. */
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
/** And those that hold something. */
export type InputVars = NodeVars & {
    label_attr: Record<string, string | number | boolean>;
    required: boolean;
    valid: boolean;
    submitted: boolean;
    /** Of this node alone. */
    errors: string[];
    /** The expected form of the value, with an example, where errors have one. */
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
    /** Where it is submitted to. */
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
/** A field with its name and kind: `switch` on either tells which one it is. */
export type FieldNode<Name extends string, Type> = Type extends GroupType ? GroupField<Name, Type['kind'], Type['fields']> : Type extends ListType ? ListField<Name, Type['entry']> : Type extends FieldKind ? SingleField<Name, Type> : never;
export interface SingleField<Name extends string, Kind extends FieldKind> {
    readonly name: Name;
    readonly kind: Kind;
    readonly vars: VarsOf<Kind>;
    /** The boxes of an expanded choice, and the parts of a date. */
    readonly fields: readonly FieldNode<string, FieldKind>[];
}
export interface Fields<Types> {
    /** In the order in which they are shown. */
    readonly fields: readonly {
        [Name in keyof Types & string]: FieldNode<Name, Types[Name]>;
    }[keyof Types & string][];
    /** @throws Error where the form has no such field: it is another one than the client was generated for. */
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
    /** The entries; their names are their indexes. */
    readonly fields: readonly FieldNode<string, Entry>[];
    /** A new entry, where the list may grow. */
    readonly prototype?: FieldNode<string, Entry>;
}
export interface FormTree<Types> extends Fields<Types> {
    readonly name: string;
    readonly kind: 'form';
    readonly vars: RootVars;
}
/**
 * The fields of a form by name and kind, from the `formView` of a Form: one of `get` or of a page, what `submit` answered, or
 * the `body` of the error of a refused submission, which has the messages at their fields.
 * @returns undefined where there is no view: in lists, and in what handlers answer.
 */
export declare function formTreeOf<Types = FieldTypes>(_type: {
    readonly fields?: Types;
}, form: object): FormTree<Types> | undefined;
export {};
