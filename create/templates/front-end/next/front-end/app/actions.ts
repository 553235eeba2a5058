'use server';

import { headers } from 'next/headers';
import { submitForm, type Submission } from '../lib/forms';
import { visitorOf } from '../lib/visitor';

/** Sends a form of the site to the API as the visitor. */
export async function send(_before: Submission | null, sent: FormData): Promise<Submission> {
  const { client } = visitorOf((await headers()).get('cookie'));
  return submitForm(client, sent);
}
