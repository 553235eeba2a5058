import { ValidationError, type Client } from '../../generated/client/index.js';
import type { Form } from '../../generated/types/index.js';

/** Name of the field that says which form is sent; it is not part of what is sent to the API. */
export const FORM_FIELD = '_form';

export type Submission =
  | { readonly kind: 'sent' }
  /** The form with what was typed and what is wrong with it. */
  | { readonly kind: 'refused'; readonly form: Form };

/**
 * Hands on to the API what a browser sent. The API knows the fields and their rules; this needs to know none.
 * @throws ApiError when it is refused for another reason than its values.
 */
export async function submitForm(client: Client, sent: FormData): Promise<Submission> {
  const form = String(sent.get(FORM_FIELD));
  try {
    await client.submit({ name: form }, form, bodyOf(sent));
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A refused submission is answered with the form.
    return { kind: 'refused', form: error.body as unknown as Form };
  }
}

/** `contact[name]` is the member `name` of the member `contact`, and `contact[tags][]` an entry of a list. */
export function bodyOf(sent: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, value] of sent) {
    if (name === FORM_FIELD || typeof value !== 'string') continue;
    const isEntry = name.endsWith('[]');
    const path = name.replace(/\]/g, '').split('[');
    if (isEntry) path.pop();
    const last = path.pop() ?? '';
    let place = body;
    for (const key of path) place = (place[key] ??= Object.create(null)) as Record<string, unknown>;
    if (isEntry) ((place[last] ??= []) as unknown[]).push(value);
    else place[last] = value;
  }
  return body;
}
