import { ValidationError, type Client } from '../../generated/client/index.js';
import type { Form, FormNode } from '../../generated/types/index.js';
import { BadRequest, failureOf } from './failures.ts';
import { kindOf } from './fields.ts';

/** Names of hidden fields with the submitted form and its page. They are not sent to the API. */
export const FORM_FIELD = '_form';
export const PREVIEW_FIELD = '_preview';

/** Maximum size of a form with its files, in bytes. */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** Names and values of fields, as submitted by browsers. */
export type Typed = readonly (readonly [name: string, value: string])[];

/** Result of a submission. `form` is the IRI of the form. */
export type Submission =
  | { readonly kind: 'sent'; readonly form: string }
  /** Its values break rules: the form with what was typed and what is wrong with it. */
  | { readonly kind: 'refused'; readonly form: string; readonly status: number; readonly shown: Form }
  /** It could not be sent at all. */
  | {
      readonly kind: 'failed';
      readonly form: string;
      readonly status: number;
      readonly message: string;
      readonly typed: Typed;
    };

/**
 * Forwards a submission to the API, which validates it.
 * @throws BadRequest if the form is not a form of the site.
 */
export async function submitForm(client: Client, sent: FormData): Promise<Submission> {
  const form = sent.get(FORM_FIELD);
  if (typeof form !== 'string' || !/^(?:\/[\w-]+)+$/.test(form))
    throw new BadRequest(400, 'This page has no such form.');
  try {
    await client.submit({ name: form }, form, bodyOf(sent));
    return { kind: 'sent', form };
  } catch (error) {
    // The response to a rejected submission contains the form with its errors.
    if (error instanceof ValidationError && 'formView' in error.body)
      return { kind: 'refused', form, status: 422, shown: error.body as unknown as Form };
    return { kind: 'failed', form, ...pick(failureOf(error)), typed: typedOf(sent) };
  }
}

const pick = ({ status, message }: ReturnType<typeof failureOf>) => ({ status, message });

/** Returns the text values of a submitted form. */
export const typedOf = (sent: FormData): Typed =>
  [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));

/** Returns the id of a form in URLs: `?sent=` contains that of the submitted form. */
export const formId = (form: string): string => form.split('/').at(-1) ?? '';

/** State of a form: a confirmation, its fields, or nothing if its type was removed. */
export interface FormState {
  readonly isSent: boolean;
  readonly view?: FormNode | undefined;
}

/**
 * Returns the state of a form. Field ids get the form id as a prefix, because a page can have several forms of a type.
 * @param submission result for any form of the page
 * @param sentId id of the submitted form in the URL
 */
export function formStateOf(stored: Form, submission?: Submission | null, sentId?: string): FormState {
  const { isSent, view } = stateOf(stored, submission, sentId);
  return { isSent, view: isSent ? undefined : view && withIds(view, formId(stored['@id'])) };
}

const withIds = ({ vars, children, ...node }: FormNode, prefix: string): FormNode => ({
  ...node,
  vars: { ...vars, id: `${prefix}_${vars.id}` },
  children: children.map((child) => withIds(child, prefix)),
});

function stateOf(stored: Form, submission?: Submission | null, sentId?: string): FormState {
  const own = submission?.form === stored['@id'] ? submission : undefined;
  if (own === undefined) return { isSent: sentId === formId(stored['@id']), view: stored.formView };
  switch (own.kind) {
    case 'sent':
      return { isSent: true };
    case 'refused':
      return { isSent: false, view: own.shown.formView };
    case 'failed':
      return {
        isSent: false,
        view: stored.formView && withTyped(stored.formView, own.typed, [own.message]),
      };
  }
}

/** Fills a form with the submitted values, except passwords. */
function withTyped(node: FormNode, typed: Typed, errors: string[] = []): FormNode {
  const { vars, children } = node;
  const values = typed.filter(([name]) => name === vars.full_name).map(([, value]) => value);
  const kind = kindOf(node);
  const value =
    kind === 'checkbox' || kind === 'radio'
      ? { checked: values.includes(String(vars.value ?? '1')) }
      : kind === 'select'
        ? { value: vars.multiple ? values : values[0] }
        : ['group', 'nothing', 'submit', 'hidden', 'input password', 'input file'].includes(kind)
          ? {}
          : { value: values[0] };
  return {
    ...node,
    vars: { ...vars, ...value, ...(errors.length === 0 ? {} : { errors }) },
    children: children.map((child) => withTyped(child, typed)),
  };
}

/** Returns the fields and files of a form without the hidden fields of this site. */
export function bodyOf(sent: FormData): FormData {
  const body = new FormData();
  for (const [name, value] of sent) {
    // Browsers send an empty file if none was selected.
    const isEmptyFile = typeof value !== 'string' && value.size === 0;
    if (name !== FORM_FIELD && name !== PREVIEW_FIELD && !isEmptyFile) body.append(name, value);
  }
  return body;
}
