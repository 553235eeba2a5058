import { headers } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { Frame } from '../../components/frame';
import { NoticeView } from '../../components/notice';
import { Site } from '../../components/site';
import { hrefOf } from '../../lib/address';
import { answerTo, type Answer } from '../../lib/answer';
import { descriptionOf, titleOf } from '../../lib/page';
import { apiUrl, visitorOf } from '../../lib/visitor';

interface Props {
  readonly params: Promise<{ readonly path?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** Reads the page once for the document and its head. */
const read = cache(async (href: string): Promise<Answer> => {
  const given = await headers();
  const url = new URL(`http://site.invalid${href}`);
  const { client } = visitorOf({
    cookie: given.get('cookie'),
    address: given.get('x-forwarded-for') ?? undefined,
    preview: url.searchParams.get('preview'),
  });
  const form = () => Promise.reject(new Error('Forms are submitted by actions.'));
  return answerTo(client, { method: 'GET', url, form });
});

async function answerFor({ params, searchParams }: Props): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [name, value = []] of Object.entries(await searchParams))
    for (const one of [value].flat()) query.append(name, one);
  const path = `/${((await params).path ?? []).join('/')}`;
  return read(query.size === 0 ? path : `${path}?${query.toString()}`);
}

export async function generateMetadata(props: Props) {
  const answer = await answerFor(props);
  if (answer.kind === 'notice') return { title: answer.notice.title };
  if (answer.kind === 'redirect') return {};
  return { title: titleOf(answer.tree), description: descriptionOf(answer.tree) };
}

export default async function Page(props: Props) {
  const answer = await answerFor(props);
  if (answer.kind === 'redirect') redirect(answer.location);
  const { drawing } = answer;
  if (answer.kind === 'page')
    return <Site key={hrefOf(drawing.address)} apiUrl={apiUrl} drawing={drawing} initial={answer.tree.snapshot} />;
  const { status, notice, around } = answer;
  if (status === 403) forbidden();
  // Errors of the API are errors of this server too. Next displays error.tsx.
  if (status >= 500) throw new Error(notice.texts.join(' '));
  if (status >= 400) notFound();
  return (
    <Frame snapshot={around?.snapshot} drawing={drawing}>
      <NoticeView notice={notice} path={drawing.address.path} />
    </Frame>
  );
}
