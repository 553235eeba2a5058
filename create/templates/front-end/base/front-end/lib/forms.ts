import { ValidationError, type Client } from '../../generated/client/index.js';
import type { Form, FormNode } from '../../generated/types/index.js';
import { BadRequest, failureOf } from './failures.ts';
import { kindOf } from './fields.ts';

/** Names of fields that say which form is sent, and from where; they are not part of what is sent to the API. */
export const FORM_FIELD = '_form';
export const PREVIEW_FIELD = '_preview';

/** Most bytes of a form with its files. */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** Names and values of fields, as a browser sends them. */
export type Typed = readonly (readonly [name: string, value: string])[];

/** What became of a form that was sent; `form` is its address. */
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
 * Hands on to the API what a browser sent. The API knows the fields and their rules; this needs to know none.
 * @throws BadRequest when it is no form of the site.
 */
export async function submitForm(client: Client, sent: FormData): Promise<Submission> {
  const form = sent.get(FORM_FIELD);
  if (typeof form !== 'string' || !/^(?:\/[\w-]+)+$/.test(form))
    throw new BadRequest(400, 'This address takes the forms of its page only.');
  try {
    await client.submit({ name: form }, form, bodyOf(sent));
    return { kind: 'sent', form };
  } catch (error) {
    // A refused submission is answered with the form.
    if (error instanceof ValidationError && 'formView' in error.body)
      return { kind: 'refused', form, status: 422, shown: error.body as unknown as Form };
    return { kind: 'failed', form, ...pick(failureOf(error)), typed: typedOf(sent) };
  }
}

const pick = ({ status, message }: ReturnType<typeof failureOf>) => ({ status, message });

/** The texts of a form that was sent. */
export const typedOf = (sent: FormData): Typed =>
  [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));

/** What stands for a form in the address of a page: `?sent=` names the one that was sent. */
export const formId = (form: string): string => form.split('/').at(-1) ?? '';

/** A form as it is shown: thanks, its fields, or nothing where its type is gone. */
export interface FormState {
  readonly isSent: boolean;
  readonly view?: FormNode | undefined;
}

/**
 * Ids of fields are those of their form type, so they get the id of the form: a page may have two of a type.
 * @param submission of any form of the page
 * @param sentId of the form that the address says was sent
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

/** A form with what somebody had typed into it. Passwords are typed again. */
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

/** The fields of a form and their files, without what is for this site alone. */
export function bodyOf(sent: FormData): FormData {
  const body = new FormData();
  for (const [name, value] of sent) {
    // Browsers send an empty file where none was chosen.
    const isEmptyFile = typeof value !== 'string' && value.size === 0;
    if (name !== FORM_FIELD && name !== PREVIEW_FIELD && !isEmptyFile) body.append(name, value);
  }
  return body;
}
