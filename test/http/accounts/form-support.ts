import { afterAll, beforeAll } from 'vitest';
import { anAccount, call, signIn, type Answer } from './client.js';
import { FRONT_END, startAccountSite, type AccountSite, type SiteOptions } from './support.js';

/** A node of a form in a response, with the members that tests use. */
export interface FormNode {
  readonly vars: Readonly<Record<string, unknown>> & { readonly errors?: readonly string[] };
  readonly children: readonly FormNode[];
}

export interface FormsSite {
  readonly site: AccountSite;
  /** Cookie of a super administrator. */
  readonly admin: string;
  /** Creates a Form component of a type, and returns its path. */
  place(formType: string): Promise<string>;
}

/** Starts one site for the tests of a file. */
export function useFormsSite(options: SiteOptions = {}): () => FormsSite {
  let started: FormsSite | undefined;
  beforeAll(async () => {
    const site = await startAccountSite(options);
    const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const admin = await signIn(site, username);
    started = { site, admin, place: (formType) => place(site, admin, formType) };
  });
  afterAll(() => started?.site.close());
  return () => {
    if (started === undefined) throw new Error('the site has not been started');
    return started;
  };
}

async function place(site: AccountSite, cookie: string, formType: string): Promise<string> {
  const answer = await placing(site, cookie, formType);
  if (answer.status !== 201) throw new Error(`form ${formType}: ${answer.status} ${answer.text}`);
  return `/component/forms/${String(answer.body?.id)}`;
}

export const placing = (site: AccountSite, cookie: string | undefined, formType: string): Promise<Answer> =>
  call(site, { method: 'POST', path: '/component/forms', body: { formType }, cookie });

export interface FormCall {
  readonly form: string;
  readonly body: unknown;
  readonly cookie?: string | undefined;
}

/** Sends a complete submission from a page of the front end. */
export const send = (site: AccountSite, { form, body, cookie }: FormCall): Promise<Answer> =>
  submit(site, 'POST', { form, body, cookie });

/** Sends a check of fields. */
export const check = (site: AccountSite, { form, body, cookie }: FormCall): Promise<Answer> =>
  submit(site, 'PATCH', { form, body, cookie });

function submit(site: AccountSite, method: string, { form, body, cookie }: FormCall): Promise<Answer> {
  const headers = { Origin: FRONT_END };
  return call(site, { method, path: `${form}/submit`, body, cookie, headers });
}

export const read = (site: AccountSite, path: string, cookie?: string): Promise<Answer> =>
  call(site, { method: 'GET', path, cookie });

/** Returns the tree of a response; every response of a form has one. */
export const viewOf = ({ body }: Answer): FormNode => body?.formView as FormNode;

/** Returns messages by the path of their node: `0`, `2.0`; `form` for those of the form itself. */
export function errorsOf(answer: Answer): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const walk = ({ vars, children }: FormNode, place: string): void => {
    if (vars.errors !== undefined && vars.errors.length > 0)
      found[place === '' ? 'form' : place] = vars.errors;
    children.forEach((child, index) => walk(child, place === '' ? String(index) : `${place}.${index}`));
  };
  walk(viewOf(answer), '');
  return found;
}

export const twice = (password: string) => ({ first: password, second: password });

/** Returns the subjects of mails to an address. */
export const subjectsTo = ({ mail }: AccountSite, address: string): readonly (string | undefined)[] =>
  mail.received.filter(({ to }) => to.includes(address)).map(({ email }) => email.subject);
