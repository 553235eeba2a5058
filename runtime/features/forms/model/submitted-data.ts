import type {
  FormDefinition,
  FormFieldDefinition,
  FormType,
} from '../../../extension-points/forms/form-definition.js';
import type { SubmittedFile } from './submitted-file.js';

/**
 * The values of a whole submission of a definition, as far as its types are literal (`defineForm` preserves them). Null
 * is excluded where `NotBlank` or `NotNull` refuses it. `Known` are the forms that fields can refer to.
 *
 * @example
 * type Newsletter = SubmittedData<{ name: 'Newsletter'; fields: [{ name: 'email'; type: 'email' }] }>;
 * const emailOf = ({ email }: Newsletter): unknown => email;
 */
export type SubmittedData<Definition extends FormDefinition, Known extends FormType = never> = Printed<
  FieldsData<Definition['fields'], Known, Definition extends { honeypot: infer Name } ? Name : never>
>;

type Field = Partial<FormFieldDefinition>;

type FieldsData<Fields extends readonly Field[], Known extends FormType, Left = never> = {
  [One in Fields[number] as PropertyOf<One, Left>]: ValueOf<One, Known>;
} & Inherited<Fields[number], Known>;

type ButtonType = 'submit' | 'reset' | 'button';
type NumberType = 'integer' | 'number' | 'money' | 'percent';
type BoxType = 'checkbox' | 'radio';
type LocaleType = 'country' | 'language' | 'locale' | 'currency' | 'timezone';
type TextType =
  | ('text' | 'textarea' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'color' | 'range' | 'hidden')
  | ('date' | 'birthday' | 'datetime' | 'time' | 'week' | 'dateinterval' | 'uuid' | 'ulid');

/** Excludes buttons, unmapped fields, and fields whose data belongs to the parent. */
type PropertyOf<One extends Field, Left> = One extends
  { type: ButtonType } | { mapped: false } | { inherit_data: true }
  ? never
  : One['name'] extends Left
    ? never
    : One extends { property_path: infer Path extends string }
      ? Path
      : One['name'] & string;

type Inherited<One, Known extends FormType> = Joined<
  One extends { inherit_data: true; fields: infer Fields extends readonly Field[] }
    ? { data: FieldsData<Fields, Known> }
    : { data: unknown }
>;

/** Intersection of the members of a union. */
type Joined<Union extends { data: unknown }> = (
  Union extends unknown ? (joined: Union['data']) => void : never
) extends (joined: infer All) => void
  ? All
  : never;

type ValueOf<One extends Field, Known extends FormType> = One extends { type: infer Type extends string }
  ? TypedValue<One, Type, Known>
  : One extends { fields: infer Fields extends readonly Field[] }
    ? Compound<One, Printed<FieldsData<Fields, Known>>>
    : OrNull<One, string>;

type TypedValue<One extends Field, Type extends string, Known extends FormType> = Type extends TextType
  ? OrNull<One, string>
  : Type extends NumberType
    ? OrNull<One, number>
    : Type extends BoxType
      ? boolean
      : Type extends 'choice' | 'enum'
        ? Chosen<One, ChoiceData<One['choices']>>
        : Type extends LocaleType
          ? Chosen<One, One extends { choices: infer Choices } ? ChoiceData<Choices> : string>
          : Type extends 'file'
            ? One extends { multiple: true }
              ? SubmittedFile[]
              : OrNull<One, SubmittedFile>
            : Type extends 'collection'
              ? EntryOf<One, Known>[]
              : Type extends 'repeated'
                ? HalfOf<One, Known>
                : Type extends 'form'
                  ? One extends { fields: infer Fields extends readonly Field[] }
                    ? Compound<One, Printed<FieldsData<Fields, Known>>>
                    : never
                  : NestedData<One, Type, Known>;

/** Values of a nested form, typed if the form is known. */
type NestedData<One extends Field, Type extends string, Known extends FormType> = [
  Extract<Known, { definition: { name: Type } }>,
] extends [never]
  ? Readonly<Record<string, unknown>>
  : Compound<One, DataOf<Extract<Known, { definition: { name: Type } }>>>;

type Chosen<One extends Field, Value> = One extends { multiple: true }
  ? Exclude<Value, null>[]
  : OrNull<One, Exclude<Value, null>>;

type Compound<One extends Field, Data> = One extends { empty_data: null } ? OrNull<One, Data> : Data;

type EntryOf<One extends Field, Known extends FormType> = ValueOf<
  (One extends { entry_type: infer Type extends string } ? { type: Type } : unknown) &
    (One extends { entry_options: infer Options extends Field } ? Options : unknown) &
    Field,
  Known
>;

type HalfOf<One extends Field, Known extends FormType> =
  OrNull<One, 1> extends infer Emptied
    ? | Exclude<
          ValueOf<{ type: One extends { entry_type: infer Type extends string } ? Type : 'text' }, Known>,
          null
        >
      | Extract<Emptied, null>
    : never;

type OrNull<One extends Field, Value> = One extends {
  constraints: infer Constraints extends readonly unknown[];
}
  ? Demands<Constraints[number]> extends false
    ? Value | null
    : Value
  : Value | null;

/** Contains `true` if a constraint refuses null. */
type Demands<Constraint> = Constraint extends { NotBlank: infer Options } | { NotNull: infer Options }
  ? Options extends { allowNull: true } | { groups: readonly unknown[] }
    ? false
    : true
  : false;

/** Values of labels, of listed choices, and of groups of either. */
type ChoiceData<Choices> = Choices extends readonly (infer Entry)[]
  ? ListedData<Entry>
  : Choices extends object
    ? {
        [Label in keyof Choices]: Choices[Label] extends object ? ChoiceData<Choices[Label]> : Choices[Label];
      }[keyof Choices]
    : unknown;

type ListedData<Entry> = Entry extends { choices: infer Choices }
  ? ChoiceData<Choices>
  : Entry extends { value: infer Value }
    ? Value
    : Entry;

/** Flattens an intersection into one object type, so that editors show its members. */
type Printed<Data> = { [Name in keyof Data]: Data[Name] };

/**
 * A form type created by `defineForm`, whose types describe its submissions.
 *
 * @example
 * const nameOf = ({ definition }: TypedFormType): string => definition.name;
 */
export interface TypedFormType<
  Definition extends FormDefinition = FormDefinition,
  Forms extends readonly FormType[] = readonly FormType[],
> extends FormType {
  readonly definition: Definition;
  /** Form types that its fields refer to. */
  readonly forms?: Forms;
}

/**
 * The values of a whole submission of a form type created by `defineForm`.
 *
 * @example
 * const newsletter = defineForm({ name: 'Newsletter', fields: [{ name: 'email', type: 'email' }] });
 * const emailOf = ({ email }: DataOf<typeof newsletter>): unknown => email;
 */
export type DataOf<Type extends FormType> =
  Type extends TypedFormType<infer Definition, infer Forms>
    ? SubmittedData<Definition, Forms[number]>
    : never;
