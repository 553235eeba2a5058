import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { ApiError, type PageTree } from '../../../generated/client/index.js';
import { Site } from '../../components/site';
import { descriptionOf, titleOf } from '../../lib/page';
import { apiUrl, visitorOf } from '../../lib/visitor';

interface Props {
  readonly params: Promise<{ readonly path?: readonly string[] }>;
}

/** The page as the visitor may see it, read once for the document and its head. */
const read = cache(async (path: string): Promise<PageTree | string> => {
  const { client } = visitorOf((await headers()).get('cookie'));
  try {
    return await client.page(path);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) redirect(`/sign-in?to=${encodeURIComponent(path)}`);
    if (error.status === 404) notFound();
    return error.message;
  }
});

const pathOf = async ({ params }: Props): Promise<string> => `/${((await params).path ?? []).join('/')}`;

export async function generateMetadata(props: Props) {
  const tree = await read(await pathOf(props));
  return typeof tree === 'string' ? {} : { title: titleOf(tree), description: descriptionOf(tree) };
}

export default async function Page(props: Props) {
  const path = await pathOf(props);
  const tree = await read(path);
  if (typeof tree === 'string')
    return (
      <main>
        <h1>Not for you</h1>
        <p>{tree}</p>
      </main>
    );
  if (tree.redirectPath !== undefined) redirect(tree.redirectPath);
  return <Site apiUrl={apiUrl} path={path} initial={tree.snapshot} />;
}
