/** Code that must not compile with the generated client. The repository's type check reads this file. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  createClient,
  formTreeOf,
  treeOf,
  type PageTree,
  type PositionNode,
} from '../../../generated/client/index.js';
import { ExampleFormType } from '../../../generated/client/forms.js';
import { HtmlContent, Image, Page, Title } from '../../../generated/client/resources.js';
import { ExampleFormSubmission, TitleInput, TitlePatch } from '../../../generated/client/schemas.js';
import type { TitleInput as TitleBody } from '../../../generated/types/index.js';

const client = createClient({ baseUrl: 'https://api.example.com' });

export async function mistakes(): Promise<void> {
  // @ts-expect-error an unknown member of a body
  await client.create(Title, { titel: 'No' });
  // @ts-expect-error a value of another type
  await client.update(Title, '/component/titles/1', { title: 1 });
  // @ts-expect-error an unknown filter
  await client.list(Page, { filter: { isTemplat: true } });
  // @ts-expect-error a filter where there is none
  await client.list(Title, { filter: { title: 'a' } });
  // @ts-expect-error an order that is not declared
  await client.list(Page, { order: { uiComponent: 'asc' } });
  // @ts-expect-error an order where there is none
  await client.list(Title, { order: { title: 'asc' } });
  // @ts-expect-error a member that holds no file
  await client.upload(Image, '/component/images/1', { picture: new Blob([]) });
  // @ts-expect-error a value that the form does not have
  await client.submit(ExampleFormType, '/component/forms/1', { example_form: { subject: 'else' } });
  const text = await client.get(HtmlContent, '/component/html_contents/1');
  // @ts-expect-error a member of another type
  void text.title;
}

/** The type of a component follows from `@type`. */
export function narrowed({ component }: PositionNode): string | null | undefined {
  if (component?.['@type'] === 'HtmlContent') return component.html;
  if (component?.['@type'] === 'Title') return component.title;
  // @ts-expect-error no member of the others
  return component?.html;
}

/** Form libraries recognize schemas by the standard interface. */
export const standard: StandardSchemaV1<TitleBody> = TitleInput;
// @ts-expect-error a schema of another type
export const another: StandardSchemaV1<{ readonly subject: string }> = ExampleFormSubmission;

export function checked(value: unknown): string | null | undefined {
  const result = TitlePatch['~standard'].validate(value);
  // @ts-expect-error a value that is refused has none
  void result.value;
  if (result.issues !== undefined) return result.issues[0]?.message;
  // @ts-expect-error an unknown member of a body
  void result.value.titel;
  return result.value.title;
}

/** A page that a server has rendered becomes a tree again. */
export function rendered({ snapshot }: PageTree): PageTree {
  // @ts-expect-error no snapshot
  void treeOf({ documents: [] });
  return treeOf(snapshot);
}

/** Each field of a form has a known name and type. */
export function drawn(form: object): readonly string[] {
  const tree = formTreeOf(ExampleFormType, form);
  if (tree === undefined) return [];
  const { kind, vars } = tree.field('email');
  const email: 'email' = kind;
  // @ts-expect-error no field is called so
  tree.field('e-mail');
  // @ts-expect-error a text has no choices
  void vars.choices;
  const entry = tree.field('children').fields[0]?.field('name').vars.value;
  // @ts-expect-error a nested form has fields of its own
  tree.field('children').prototype?.field('email');
  const half: 'password' = tree.field('plainPassword').field('second').kind;
  const names = tree.fields.map((field) => {
    // @ts-expect-error a field is narrowed first
    void field.vars.choices;
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- a front end may draw some fields alike
    switch (field.name) {
      case 'email':
        // @ts-expect-error an address is no choice
        void field.vars.choices;
        return field.vars.value ?? '';
      case 'subject':
        return field.vars.choices.map(({ label }) => label).join();
      // @ts-expect-error no field is called so
      case 'e-mail':
        return '';
      default:
        return field.vars.id;
    }
  });
  const kinds = tree.fields.map((field) => {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- and some kinds
    switch (field.kind) {
      case 'choice':
        return String(field.vars.expanded);
      case 'checkbox':
        return String(field.vars.checked);
      case 'collection':
        return String(field.vars.allow_add);
      case 'submit':
        // @ts-expect-error buttons have no errors
        return field.vars.errors.join();
      // @ts-expect-error the form has no such field
      case 'money':
        return '';
      default:
        return field.name;
    }
  });
  return [email, half, entry ?? '', ...names, ...kinds];
}

/** For a form that is not known in advance, the kind of a field determines its type. */
export function anyDrawn(form: object): readonly string[] {
  const fields = formTreeOf({}, form)?.fields ?? [];
  return fields.map((field) => {
    if (field.kind === 'choice') return field.vars.choices.map(({ label }) => label).join();
    if (field.kind === 'form') return field.fields.map(({ name }) => name).join();
    // @ts-expect-error not every field has choices
    return field.vars.choices;
  });
}
